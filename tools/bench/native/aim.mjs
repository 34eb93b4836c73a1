// SPDX-License-Identifier: MIT
import { timesAsFast } from '../table.mjs';

const AIM = 1;

/**
 * A sentence for the report. It lists the attention shapes that reach the target of being at least as fast as PyTorch,
 * and those that do not.
 * @param {readonly import('../table.mjs').ShapeResult[]} shapes
 * @param {string} peer  the id of PyTorch among the results
 * @returns {string} empty if no attention shape was compared
 */
export function aimLine(shapes, peer) {
  const compared = shapes.flatMap(({ shape, measured }) => {
    const ratio = shape.startsWith('attention:') ? timesAsFast(measured, peer) : undefined;
    return ratio ? { shape, isReached: ratio.median >= AIM } : [];
  });
  const list = (/** @type {boolean} */ isReached) =>
    compared
      .filter((each) => each.isReached === isReached)
      .map(({ shape }) => shape)
      .join(', ') || 'none';
  if (compared.length === 0) return '';
  return `The aim is to be at least as fast as PyTorch in attention. Reached: ${list(true)}. Missed: ${list(false)}.`;
}
