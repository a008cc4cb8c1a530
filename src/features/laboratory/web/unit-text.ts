export { unitText } from '#features/lab-catalogue/rules.ts'
