//! Lets a plain `cargo build` link the extension module where the linker insists on all symbols.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
