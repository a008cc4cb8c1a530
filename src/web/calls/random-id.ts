/** 128 random bits as 32 hex digits. `getRandomValues` is there without TLS too, unlike `randomUUID`. */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
