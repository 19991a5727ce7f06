// libwebp in WebAssembly. Each picture gets a new instance: its memory never shrinks, so a shared one would
// stay as large as its largest picture.
import createDecoder from '@jsquash/webp/codec/dec/webp_dec.js';
import wasm from '@jsquash/webp/codec/dec/webp_dec.wasm';

interface Pixels {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}

/** The decoder makes its result with a global class of this name, which workerd does not have. */
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

/** Null for bytes that libwebp cannot decode. */
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
