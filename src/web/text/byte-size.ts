import { number } from './format.ts'

/** Bytes as people say them. */
export const sizeOf = (bytes: number): string => {
  const megabytes = bytes / 1e6
  if (megabytes >= 1000) return `${number(megabytes / 1000, 1)} GB`
  return `${number(Math.max(megabytes, 0.1), megabytes < 10 ? 1 : 0)} MB`
}
