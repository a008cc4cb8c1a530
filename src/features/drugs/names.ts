export { allergyGroups, wideAllergyWords } from './knowledge/allergies.ts'
export { combinations } from './knowledge/combinations.ts'
export { groups } from './knowledge/groups.ts'
export { oneLetterOff, substances } from './server/substances.ts'
