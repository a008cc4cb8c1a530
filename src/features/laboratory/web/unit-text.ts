export { unitText } from '#features/lab-catalogue/web/unit-text.ts'
