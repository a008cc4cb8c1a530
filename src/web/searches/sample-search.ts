import { useState } from 'react'
import { listSamples } from '#calls/laboratory/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { call } from '../calls/api.ts'

export type FoundSample = ResponseOf<typeof listSamples>[number]

const MATCHES = 4

/** Letters, a dash, digits: what the number on a label looks like, however the clinic forms it. */
const NUMBER = /^[\p{L}/-]{0,12}[-/ ]?\d[\d\p{L}/-]*$/u

/** Where the work with a sample goes on: its results once it is in the laboratory, else where it is taken. */
export const addressOfSample = ({ state, process, patient_sample_code: code }: FoundSample): string =>
  state === 'received' ? `/dashboard/laboratory/visits/${process}` : `/dashboard/laboratory/collect?show=all&q=${encodeURIComponent(code)}`

/** Samples by the number on the label: asked only for what may be one. */
export const useSampleNumbers = () => {
  const [samples, setSamples] = useState<FoundSample[]>([])
  const searchSamples = async (text: string): Promise<FoundSample[]> => {
    const number = text.trim()
    const found = NUMBER.test(number) ? await call(listSamples, { query: { q: number, limit: MATCHES } }) : []
    // A patient's number finds the patient's samples too: only those that are called that.
    const own = found.filter(({ patient_sample_code }) => patient_sample_code.toUpperCase().includes(number.toUpperCase()))
    setSamples(own)
    return own
  }
  return { samples, searchSamples }
}
