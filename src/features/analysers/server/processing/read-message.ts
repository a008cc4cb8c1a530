import { type AnalyserMessage, type MessageLayout, readAstm } from '../protocol.ts'
import { readHl7 } from '../read-hl7.ts'

/** A stored message, read as the instrument's messages are laid out. */
export const readMessage = (protocol: 'hl7' | 'astm', body: Buffer, layout?: MessageLayout): AnalyserMessage =>
  protocol === 'hl7' ? readHl7(body, layout).message : readAstm(body, layout)
