// libwebp in WebAssembly. Each picture gets an instance of its own: its memory never shrinks, so a kept one would
// hold the largest picture it ever saw.
import createDecoder from '@jsquash/webp/codec/dec/webp_dec.js';
import wasm from '@jsquash/webp/codec/dec/webp_dec.wasm';

interface Pixels {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}

/** What the decoder makes its result with, by name; workerd has none. */
class PixelsOfDecoder implements Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;

  constructor(data: Uint8ClampedArray, width: number, height: number) {
    this.data = data;
    this.width = width;
    this.height = height;
  }
}

/** Null for what libwebp cannot read. */
export async function decodeWebp(bytes: Uint8Array): Promise<Pixels | null> {
  (globalThis as { ImageData?: unknown }).ImageData ??= PixelsOfDecoder;
  const decoder = await createDecoder({
    noInitialRun: true,
    instantiateWasm: (imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) => {
      const instance = new WebAssembly.Instance(wasm, imports);
      done(instance);
      return instance.exports;
    },
  });
  return decoder.decode(bytes as unknown as ArrayBuffer) as Pixels | null;
}
