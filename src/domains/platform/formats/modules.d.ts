declare module '*.wasm' {
  const module: WebAssembly.Module;
  export default module;
}

declare module 'pdfjs-dist/image_decoders/pdf.image_decoders.min.mjs' {
  export class JpegImage {
    /** Throws for bytes that are not a JPEG. */
    parse(bytes: Uint8Array): void;
    /** The picture scaled to a size. */
    getData(options: { width: number; height: number; forceRGBA: true }): Uint8ClampedArray;
  }
}
