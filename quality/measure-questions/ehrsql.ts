import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '#platform/db/connect.ts'
import { startEmbedded } from '#platform/db/embedded.ts'
import { prepareDatabase } from '#platform/db/prepare.ts'
import { queryText, type Query } from '#features/assistant/query.ts'
import { writePart } from './document.ts'
import { isExpected } from './ehrsql/compare.ts'
import { referenceName } from '../../src/testing/inputs/folders.ts'
import { EHRSQL, ehrsqlQuestions, type Asked } from './ehrsql/data.ts'
import { meantBy, type Meant } from './ehrsql/expect.ts'
import { makeClinicData, type TestServer } from './ehrsql/clinic-data.ts'
import { reportOf, type Evaluated } from './ehrsql/report.ts'
import { TODAY } from './ehrsql/times.ts'
import { type Engine, openEngine } from './own/engine.ts'

// How well questions of EHRSQL are read: node quality/measure-questions/ehrsql.ts [--write] [--show=<template or reason>]. Lists what was not
// right of the half for tuning alone; nothing of the other half is ever listed.

const NOW = new Date(`${TODAY}T12:00:00Z`)

const verdictOf = (meant: Meant, query: Query | null, clinicData: TestServer, { subjects }: Engine): Evaluated['verdict'] => {
  if (!('expected' in meant)) return query ? 'answered' : 'refused'
  if (!query) return 'refused'
  return isExpected(query, meant.expected, clinicData, subjects) ? 'right' : 'wrong'
}
const evaluate = async (asked: Asked, clinicData: TestServer, engine: Engine): Promise<Evaluated> => {
  const meant = meantBy(asked)
  const query = await engine.read(asked.question, null)
  return { asked, meant, verdict: verdictOf(meant, query, clinicData, engine), message: query ? queryText(query) : '' }
}

const topicOf = (meant: Meant) => ('what' in meant ? meant.what : 'reason' in meant ? meant.reason : 'unanswerable')
const list = (evaluated: readonly Evaluated[]) => {
  const shown = process.argv.find((argument) => argument.startsWith('--show='))?.slice('--show='.length)
  for (const { asked, meant, verdict, message } of evaluated) {
    if (asked.index % 2 !== 0 || verdict === 'right' || meant.is === 'unread') continue
    const isBad = verdict === 'wrong' || verdict === 'answered'
    const isShown = shown === undefined ? isBad : topicOf(meant).includes(shown)
    if (isShown)
      process.stdout.write(`${verdict} ${asked.index} [${topicOf(meant)}] ${asked.question}\n  read as ${message || 'nothing'}\n`)
  }
}

const measure = async (asked: readonly Asked[], login: string) => {
  const connection = connect(login, 'kliniki_app')
  const { db } = connection
  try {
    const clinicData = await makeClinicData(db, asked)
    const engine = await openEngine(db, clinicData.asker, NOW)
    const evaluated: Evaluated[] = []
    for (const one of asked) evaluated.push(await evaluate(one, clinicData, engine))
    list(evaluated)
    const lines = reportOf(evaluated)
    process.stdout.write(`${lines.join('\n')}\n`)
    if (process.argv.includes('--write')) writePart('ehrsql', 'EHRSQL', lines)
  } finally {
    await connection.close()
  }
}

const asked = ehrsqlQuestions()
if (asked) {
  const dataDir = mkdtempSync(join(tmpdir(), 'kliniki-ehrsql-'))
  const server = await startEmbedded({ dataDir, fast: true })
  try {
    await prepareDatabase(server.ownerUrl, server.logins)
    await measure(asked, server.logins.kliniki_app)
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
} else process.stdout.write(`SKIPPED: the data of EHRSQL is not beside this project (${referenceName(EHRSQL)})\n`)
