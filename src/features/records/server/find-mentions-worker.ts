import { parentPort } from 'node:worker_threads'
import { findEntities, TEXT_VERSION } from '#features/clinical-text/public.ts'
import { findIdentity } from '#features/clinical-text/rules.ts'
import { freezePrototypes } from '#platform/freeze-prototypes.ts'

freezePrototypes()

parentPort?.on('message', (text: string) =>
  parentPort?.postMessage({ version: TEXT_VERSION, mentions: findEntities(text), identity: findIdentity(text) }),
)
