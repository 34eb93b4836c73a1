// SPDX-License-Identifier: MIT
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const SETUP_LENGTH = 12;
const REPLY_LENGTH = 32;
const QUERY_TREE = 15;
const SET_INPUT_FOCUS = 42;
const REVERT_TO_POINTER_ROOT = 1;

/**
 * Gives the X input focus to the topmost window of a display, as a window manager would. Otherwise
 * no page has the focus, and `:focus` matches nothing.
 * @param display  the X display, such as `:99`
 */
export async function focusTopWindow(display: string): Promise<void> {
  const socket = connect(`/tmp/.X11-unix/X${display.slice(1)}`);
  const read = reader(socket);
  try {
    const hello = Buffer.alloc(SETUP_LENGTH);
    hello.write('l', 0);
    hello.writeUInt16LE(11, 2);
    socket.write(hello);
    const head = await read(8);
    const setup = await read(head.readUInt16LE(6) * 4);
    if (head[0] !== 1) throw new Error(`${display} refuses: ${setup}`);
    const root = setup.readUInt32LE(rootOffset(setup));

    socket.write(packet(QUERY_TREE, 0, root));
    const reply = await read(REPLY_LENGTH);
    const children = await read(reply.readUInt32LE(4) * 4);
    // The children are listed from bottom to top. The server rejects requests for unmapped windows,
    // so the topmost mapped window gets the focus.
    for (let at = 0; at < children.length; at += 4)
      socket.write(packet(SET_INPUT_FOCUS, REVERT_TO_POINTER_ROOT, children.readUInt32LE(at), 0));
    socket.resume().end();
    await once(socket, 'close');
  } finally {
    socket.destroy();
  }
}

/** The byte offset, in the X server's setup reply, of the first screen's root window id. */
function rootOffset(setup: Buffer): number {
  const vendorLength = setup.readUInt16LE(16);
  const formats = setup.readUInt8(21);
  return 32 + Math.ceil(vendorLength / 4) * 4 + formats * 8;
}

function packet(opcode: number, detail: number, ...words: number[]): Buffer {
  const buffer = Buffer.alloc(4 + words.length * 4);
  buffer.writeUInt8(opcode, 0);
  buffer.writeUInt8(detail, 1);
  buffer.writeUInt16LE(buffer.length / 4, 2);
  words.forEach((word, index) => {
    buffer.writeUInt32LE(word, 4 + index * 4);
  });
  return buffer;
}

/** Returns a function that reads an exact number of bytes from a socket. */
function reader(socket: Socket): (length: number) => Promise<Buffer> {
  return async (length) => {
    for (;;) {
      if (length === 0) return Buffer.alloc(0);
      const data: Buffer | null = socket.read(length);
      if (data) return data;
      await once(socket, 'readable');
    }
  };
}
