import { Worker } from 'node:worker_threads'

/** Prints a Typst template of ours with `data` as its only input. */
export type PrintPdf = (template: URL, data: unknown) => Promise<Uint8Array>

interface Answer {
  id: number
  pdf?: Uint8Array
  error?: string
}

/** A printer in a thread of its own, started with the first document, so that a long report never holds up a request. */
export const pdfPrinter = (): { print: PrintPdf; close(): Promise<void> } => {
  let worker: Worker | undefined
  let last = 0
  const waiting = new Map<number, { resolve: (pdf: Uint8Array) => void; reject: (error: Error) => void }>()

  const fail = (error: Error) => {
    worker = undefined
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  const start = () => {
    const started = new Worker(new URL('./typst-worker.ts', import.meta.url))
    started.on('message', ({ id, pdf, error }: Answer) => {
      const promise = waiting.get(id)
      waiting.delete(id)
      if (pdf) promise?.resolve(pdf)
      else promise?.reject(new Error(error))
    })
    started.on('error', fail)
    started.unref()
    return started
  }
  return {
    print: (template, data) =>
      new Promise((resolve, reject) => {
        worker ??= start()
        const id = ++last
        waiting.set(id, { resolve, reject })
        worker.postMessage({ id, template: template.href, data: JSON.stringify(data) })
      }),
    close: async () => {
      await worker?.terminate()
    },
  }
}
