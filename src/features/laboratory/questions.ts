import type { Topics } from '#platform/questions/subject.ts'
import { labResults } from './questions-results.ts'
import { criticalCalls, samples } from './questions-samples.ts'
import { cancelledTests, labProfiles, labTests } from './questions-tests.ts'

/** What can be asked about the laboratory. */
export const questions: Topics = { subjects: [labTests, cancelledTests, labProfiles, labResults, samples, criticalCalls] }
