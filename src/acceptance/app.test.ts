import { expect, test } from 'vitest'
import { works } from '../app.ts'
import { jobs } from '../runtime/jobs.ts'

test('every job has something that does it, and everything that is done is a job', () => {
  expect(works.map(({ job }) => job.name).toSorted()).toEqual(jobs.map(({ name }) => name).toSorted())
  expect(jobs.length).toBeGreaterThan(15)
})
