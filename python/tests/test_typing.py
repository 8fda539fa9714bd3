"""The stubs say what there is."""

import ast
from pathlib import Path

import gomoku
from gomoku import _native

STUB = ast.parse(Path(gomoku.__file__).with_name("_native.pyi").read_text())


def names(nodes):
    return {node.name: node for node in nodes if isinstance(node, (ast.ClassDef, ast.FunctionDef))}


def test_stub_and_module_have_the_same_names():
    stub = set(names(STUB.body)) | {"__version__"}
    module = {name for name in vars(_native) if not name.startswith("__")} | {"__version__"}
    assert stub == module


def test_classes_have_the_same_members():
    for name, node in names(STUB.body).items():
        if not isinstance(node, ast.ClassDef) or issubclass(getattr(_native, name), Exception):
            continue
        stub = {member for member in names(node.body) if not member.startswith("__")}
        real = {member for member in vars(getattr(_native, name)) if not member.startswith("__")}
        assert stub == real, name


def test_everything_public_is_documented():
    assert Path(gomoku.__file__).with_name("py.typed").exists()
    for name in gomoku.__all__:
        if name == "__version__":
            continue
        thing = getattr(gomoku, name)
        assert thing.__doc__, name
        if isinstance(thing, type) and not issubclass(thing, Exception):
            for member, value in vars(thing).items():
                assert member.startswith("_") or value.__doc__, f"{name}.{member}"
