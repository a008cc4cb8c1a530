import { parentPort } from 'node:worker_threads'
import { findEntities, TEXT_VERSION } from '#features/clinical-text/index.ts'

parentPort?.on('message', (text: string) => parentPort?.postMessage({ version: TEXT_VERSION, mentions: findEntities(text) }))
