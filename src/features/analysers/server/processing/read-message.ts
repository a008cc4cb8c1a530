import { type AnalyserMessage, readAstm } from '../protocol.ts'
import { readHl7 } from '../read-hl7.ts'

/** A stored message, read. */
export const readMessage = (protocol: 'hl7' | 'astm', body: Buffer): AnalyserMessage =>
  protocol === 'hl7' ? readHl7(body).message : readAstm(body)

/** Text that a database and a JSON document can hold, cut where it would be endless. */
export const kept = (text: string, most: number): string => text.replaceAll('\0', '').slice(0, most)
