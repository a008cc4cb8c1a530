export { allergyWords, combinations, groups } from './knowledge/substances.ts'
export { oneLetterOff, substances } from './server/substances.ts'
