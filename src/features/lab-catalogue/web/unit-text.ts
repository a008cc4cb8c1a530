export { unitText } from '../rules/unit-text.ts'
