// SPDX-License-Identifier: MIT
import { timesAsFast } from '../table.mjs';

const AIM = 1;

/**
 * On which shapes attention is as fast as PyTorch, which is the aim, and on which it is not.
 * @param {readonly import('../table.mjs').ShapeResult[]} shapes
 * @param {string} peer
 * @returns {string} empty where none of them was compared
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
