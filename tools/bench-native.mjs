// SPDX-License-Identifier: MIT
// `npm run bench:native`: compares the native library with PyTorch, if that is installed. docs/benchmarks.md explains
// the report. Exit code 1: an output is wrong. A slow time is not a failure.
import { layOut } from './bench/native/inputs.mjs';
import { aboutProgram, BUILDS, programDriver } from './bench/native/program.mjs';
import { startPytorch } from './bench/native/pytorch.mjs';
import { readOptions, usageOf } from './bench/options.mjs';
import { FUSED, PEAK, PLAIN } from './bench/peers.mjs';
import { circumstances, writeResult } from './bench/results.mjs';
import { measureShapes } from './bench/rounds.mjs';
import { isComputed, parseShapes, SHAPES } from './bench/shapes.mjs';
import { ROUNDS, refuseWrong, report } from './bench/table.mjs';
import { cmakeBuild } from './build.mjs';
import { findPython } from './setup/python.mjs';
import { setUp } from './setup.mjs';

/** @type {import('./bench/peers.mjs').Peer} */
const PYTORCH = { id: 'pytorch', name: 'PyTorch' };
const WORDS = {
  title: 'Attention natively, beside PyTorch',
  included: `A time is the processor time of one call, so that other programs affect it little. The inputs are in memory, the output is
new, and both libraries have the weights of multi-head attention ready. “Fused” is this library compiled with ATTENTION_FUSED. One thread,
float32. Google Benchmark times this library. The fastest form of PyTorch counts; the table names it.
${ROUNDS}`,
  peers: [PYTORCH],
};
const OPTIONS = { shapes: SHAPES.join(','), quick: /** @type {const} */ (false) };
export const usage = usageOf(OPTIONS);
/**
 * The file name of the reference BLAS, a slow implementation. The PyTorch package of a Linux distribution uses it
 * unless a faster BLAS is installed.
 */
const REFERENCE_BLAS = /^libblas\.so[\d.]*$/;
const ADVICE =
  'the reference BLAS, which is slow: on Debian and Ubuntu, apt-get install libopenblas0-pthread';

/** @param {{version: string, blas: string} | undefined} about */
function aboutPytorch(about) {
  if (!about)
    return 'No Python with PyTorch was found: on Debian and Ubuntu, apt-get install python3-torch.';
  const remark = REFERENCE_BLAS.test(about.blas) ? `, ${ADVICE}` : '';
  return `PyTorch multiplies with ${about.blas}${remark}.`;
}

/** @param {{shapes: import('./bench/shapes.mjs').ComputedShape[], quick: boolean}} options */
async function bench({ shapes, quick }) {
  const now = circumstances();
  const python = findPython('torch');
  const sides = new Map(shapes.map((shape) => [shape.id, layOut(shape)]));
  const pytorch =
    python === undefined ? undefined : await startPytorch(python, (id) => sides.get(id) ?? {});
  try {
    const about = pytorch?.about;
    const remark = aboutPytorch(about);
    console.log(remark);
    const { vectors, compiler } = await aboutProgram();
    const drivers = new Map([
      [PLAIN, programDriver(BUILDS[0])],
      [FUSED, programDriver(BUILDS[1])],
      [PEAK, programDriver(BUILDS[0], true)],
      ...(pytorch ? [/** @type {const} */ ([PYTORCH, pytorch.driver])] : []),
    ]);
    const measured = await measureShapes(vectors, { shapes, quick }, drivers);
    const section = { name: compiler, version: vectors, notes: [remark], shapes: measured };
    const versions = { ...(about && { [PYTORCH.name]: about.version }) };
    const result = { ...now, quick, versions, native: section };
    writeResult('native', result, report(WORDS, result, [section]));
    refuseWrong([section]);
  } finally {
    pytorch?.stop();
  }
}

/** @param {string[]} args */
export function steps(args) {
  const { shapes: list, quick } = readOptions(OPTIONS, args);
  const shapes = parseShapes(list).filter(isComputed);
  return [
    { name: 'set-up', run: () => setUp('bench-native') },
    ...BUILDS.map((build) => ({
      name: `build ${build}`,
      run: () => cmakeBuild(build, 'attention_bench'),
    })),
    { name: 'bench:native', run: () => bench({ shapes, quick }) },
  ];
}
