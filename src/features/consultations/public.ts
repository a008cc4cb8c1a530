export { insertProblem } from './server/change-problem.ts'
export { findActiveProblem, findProblems } from './server/problem-queries.ts'
export { findNotes } from './server/queries.ts'
