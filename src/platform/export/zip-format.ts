/*
 * The parts of a ZIP archive (PKWARE's APPNOTE) that are written and read here: packed or stored files, and ZIP64 for what is larger than 4 GB
 * or more than 65,535 files. Neither encryption nor parts over several disks.
 */
export const LOCAL = 0x04034b50
export const CENTRAL = 0x02014b50
export const END = 0x06054b50
export const END64 = 0x06064b50
export const LOCATOR64 = 0x07064b50
export const LOCAL_BYTES = 30
export const CENTRAL_BYTES = 46
export const END_BYTES = 22
export const END64_BYTES = 56
export const LOCATOR64_BYTES = 20
export const STORED = 0
export const DEFLATED = 8
/** Of the extra field that holds what has no room in four bytes. */
export const ZIP64 = 1
export const FULL_32 = 0xffff_ffff
export const FULL_16 = 0xffff

/** One file in an archive. `at` is the byte at which its local header begins. */
export interface ZipEntry {
  name: string
  method: number
  crc: number
  size: number
  packedSize: number
  at: number
}
