// Runs the benchmark in the program and in the module for browsers, and compares their signatures.
// node bench.mjs PROGRAM MODULE
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const [program, module] = process.argv.slice(2);
if (!module) {
  console.error("usage: node bench.mjs PROGRAM MODULE");
  process.exit(2);
}

function native() {
  const text = execFileSync(program, ["bench"], { encoding: "utf8" });
  const [, nodes, nps] = /^(\d+) nodes (\d+) nps$/m.exec(text);
  const [, signature] = /^sig ([0-9a-f]{8})$/m.exec(text);
  return { nodes: Number(nodes), nps: Number(nps), signature };
}

async function inModule() {
  let said = null;
  let memory = null;
  const text = (start, length) =>
    new TextDecoder().decode(new Uint8Array(memory.buffer, start, length));
  const tengen = {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    random: (start, length) => crypto.getRandomValues(new Uint8Array(memory.buffer, start, length)),
    emit: (start, length) => (said = JSON.parse(text(start, length))),
    stop_requested: () => 0,
    panic: (start, length) => console.error(text(start, length)),
  };
  const { instance } = await WebAssembly.instantiate(readFileSync(module), { tengen });
  memory = instance.exports.memory;
  instance.exports.tengen_bench();
  const { nodes, ms, signature } = said;
  return { nodes, nps: Math.round((nodes / ms) * 1000), signature };
}

const show = (name, { nodes, nps, signature }) =>
  console.log(`${name} ${nodes} nodes ${nps} nps sig ${signature}`);

const first = native();
show("native", first);
const second = await inModule();
show("wasm", second);
console.log(`${Math.round((second.nps / first.nps) * 100)} % of the speed`);
if (first.signature !== second.signature || first.nodes !== second.nodes) {
  console.error("The module for browsers does not search as the program does.");
  process.exit(1);
}
