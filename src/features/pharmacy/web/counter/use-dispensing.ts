import { useState } from 'react'
import { useUnsafe } from '#features/prescriptions/web/use-unsafe.ts'
import type { SafetyWarning } from '#features/drugs/contract.ts'
import { call, messageOf, type ApiError } from '#web/calls/api.ts'
import { askReason } from '#web/messages/dialogs.ts'
import { t } from '#web/i18n.ts'
import { intentKey } from '#web/calls/intent-key.ts'
import { refreshAfter } from '#web/calls/query-client.ts'
import { useRights } from '#web/session/rights.ts'
import { createDispense } from '#features/pharmacy/contract.ts'
import type { DispenseBody, Dispensed } from './counter-types.ts'

/** Why it was not handed out: of all, and of single lines by their id. */
export interface Trouble {
  text: string
  ofLines: Readonly<Record<number, string>>
}

/** What the server complains of, each at its line. */
export const toTrouble = (error: ApiError, { lines }: DispenseBody): Trouble => {
  if (error.status === 412) return { text: t('The prescription has changed. Check what is left, then dispense.'), ofLines: {} }
  const ofLines: Record<number, string> = {}
  const rest: string[] = []
  for (const [path, texts] of Object.entries(error.fields)) {
    const line = lines[Number(/^lines\.(\d+)\b/.exec(path)?.[1])]
    const message = texts.map((text) => t(text)).join(' ')
    if (line) ofLines[line.line] = [ofLines[line.line], message].filter(Boolean).join(' ')
    else rest.push(message)
  }
  return { text: rest.join(' ') || (Object.keys(ofLines).length > 0 ? '' : messageOf(error)), ofLines }
}

interface Counter {
  body: DispenseBody
  version: number
  /** Stops that nobody gave a reason for yet. */
  unsettled: readonly SafetyWarning[]
  /** Something of it is not paid, and is to be paid first. */
  isHeld: boolean
  onDone: (document: Dispensed) => void
}

/** Hands the lines out: asks for the reasons that are missing, and says what stands against it; what was typed stays. */
export const useDispensing = ({ body, version, unsettled, isHeld, onDone }: Counter) => {
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const { run, ...unsafe } = useUnsafe()
  const [key] = useState(intentKey)
  const { allowed } = useRights()
  const mayDispenseUnpaid = allowed('pharmacy.before_payment')
  const send = (unpaid?: string) =>
    run(
      (overrides) =>
        call(
          createDispense,
          { body: { ...body, version, ...(overrides && { overrides }), ...(unpaid !== undefined && { unpaid_reason: unpaid }) } },
          { idempotencyKey: key.get() },
        ),
      {
        before: unsettled,
        onDone: (document) => {
          key.settle()
          setTrouble(null)
          onDone(document)
        },
        onRefused: (error) => {
          key.settle(error)
          setTrouble(toTrouble(error, body))
          refreshAfter(error)
          return true
        },
      },
    )
  const beforePayment = async () => {
    const reason = await askReason({
      title: t('Dispense before payment'),
      text: t('The clinic dispenses only what is paid. The reason is kept with the dispensing record.'),
      action: t('Dispense'),
    })
    if (reason !== null) send(reason)
  }
  return {
    ...unsafe,
    trouble,
    forgetTrouble: () => setTrouble(null),
    mayDispenseUnpaid,
    dispense: () => {
      if (unsafe.isRunning || unsafe.unsafe || body.lines.length === 0) return
      if (!isHeld) send()
      else if (mayDispenseUnpaid) void beforePayment()
    },
  }
}
