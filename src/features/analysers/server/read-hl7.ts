// Apart from the rest of the protocols: it is loaded when the first message is read, for it takes more memory than most of the program.
export { readHl7, type Hl7Reading } from '../protocol/hl7.ts'
