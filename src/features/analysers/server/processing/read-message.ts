import { type AnalyserMessage, readAstm } from '../protocol.ts'
import { readHl7 } from '../read-hl7.ts'

/** A stored message, read. */
export const readMessage = (protocol: 'hl7' | 'astm', body: Buffer): AnalyserMessage =>
  protocol === 'hl7' ? readHl7(body).message : readAstm(body)
