// A data block: base64 of raw deflate.

/** The text of a block. Rejects when it is not base64 of raw deflate of UTF-8. */
export async function unpacked(packed: string): Promise<string> {
  const binary = atob(packed);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; ++i) {
    bytes[i] = binary.charCodeAt(i);
  }
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(stream).text();
}
