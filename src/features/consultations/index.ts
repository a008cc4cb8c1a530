import type { Route } from '#platform/http/handle.ts'
import { noteRoutes } from './server/note-routes.ts'
import { problemRoutes } from './server/problem-routes.ts'

export const consultationRoutes: Route[] = [...noteRoutes, ...problemRoutes]

export { insertProblem } from './server/change-problem.ts'
export { consultationQuestions } from './questions.ts'
export { findActiveProblem, findProblems } from './server/problem-queries.ts'
export { findNotes } from './server/queries.ts'
