import { Button, Kbd } from '@mantine/core'
import { lazy, Suspense, useRef, useState } from 'react'
import { confirm } from '#web/messages/dialogs.ts'
import { money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { keyLabel, useKeys } from '#web/keyboard/keys.ts'
import { toast } from '#web/messages/toast.tsx'
import { Note } from '#web/ui/status.tsx'
import { focusNext } from '#web/keyboard/focus-next.ts'
import { useRights } from '#web/session/rights.ts'
import { createExternalDrug } from '../contract-writing.ts'
import { emptyLine, type BasketLine } from './basket.ts'
import { FoldedLine } from './basket-line.tsx'
import { DrugSearch } from './drug-search.tsx'
import { LineEditor } from './line-editor.tsx'
import { wordsOf } from './say-directions.ts'
import type { BasketHandle } from './use-basket.ts'

const RepeatDialog = lazy(async () => ({ default: (await import('./repeat-dialog.tsx')).RepeatDialog }))
const ExternalDialog = lazy(async () => ({ default: (await import('./external-dialog.tsx')).ExternalDialog }))
const OverrideDialog = lazy(async () => ({ default: (await import('./override-dialog.tsx')).OverrideDialog }))

const SEARCH_KEY = 'Alt+P'
export const REPEAT_KEY = 'Alt+L'
const SEND_KEY = 'Mod+O'

const Unsafe = ({ basket, onBack }: { basket: BasketHandle; onBack: () => void }) => {
  const { unsafe, lines, reasons, change } = basket
  if (!unsafe) return null
  const count = unsafe.warnings.filter(({ severity }) => severity === 'stop').length
  return (
    <Suspense>
      <OverrideDialog
        title={t('This may harm the patient')}
        warnings={unsafe.warnings}
        nameOf={(item) => lines.find((line) => line.item === item)?.name ?? ''}
        reasons={reasons}
        onReason={(key, reason) => change({ kind: 'reason', key, reason })}
        action={t('{count, plural, one {Override # warning and prescribe} other {Override # warnings and prescribe}}', { count })}
        onConfirm={(overrides) => unsafe.answer(overrides)}
        onBack={() => {
          unsafe.answer(null)
          onBack()
        }}
      />
    </Suspense>
  )
}

/** What the lines come to, and the button that sends them all. */
export const BasketFooter = ({ basket }: { basket: BasketHandle }) => {
  const { lines, total, sending, send, clear } = basket
  const sendAll = async () => {
    const count = lines.length
    if (count > 0 && (await send())) toast.done(t('{count, plural, one {# drug prescribed.} other {# drugs prescribed.}}', { count }))
  }
  const clearAll = async () => {
    if (await confirm({ title: t('Remove all unsent lines?'), action: t('Remove all'), isGrave: true })) clear()
  }
  useKeys([{ keys: SEND_KEY, label: t('Send prescription'), run: () => void sendAll() }])
  return (
    <div className="in-row wrap line-top gap-4 pt-4">
      {total !== null && (
        <span className="num">
          {t('Total')} <b className="strong">{money(total)}</b>
        </span>
      )}
      <span className="grow" />
      {lines.length > 1 && <Button onClick={() => void clearAll()}>{t('Remove all')}</Button>}
      <Button
        variant="filled"
        disabled={lines.length === 0}
        loading={sending}
        rightSection={<Kbd className="not-phone">{keyLabel(SEND_KEY)}</Kbd>}
        onClick={() => void sendAll()}
      >
        {lines.length === 0 ? t('Send') : t('{count, plural, one {Send # drug} other {Send # drugs}}', { count: lines.length })}
      </Button>
    </div>
  )
}

interface Props {
  /** Null where the visit begins with the lines. */
  visit: number | null
  patient: { id: number }
  basket: BasketHandle
  /** The last prescription is offered again; absent where somebody else's is written down. */
  repeating?: { isOn: boolean; set: (isOn: boolean) => void }
}

/** The lines that are being written, and the box that finds the next. */
export const BasketPanel = ({ visit, patient, basket, repeating }: Props) => {
  const box = useRef<HTMLInputElement>(null)
  const { can } = useRights()
  const [external, setExternal] = useState<string | null>(null)
  const { lines, open, change, check, failure } = basket
  const { active } = check
  const toBox = () => focusNext(() => box.current)
  const put = (line: BasketLine, isOpen: boolean) => {
    const known = lines.find(({ item }) => item === line.item)
    // What was typed for it already is not lost by choosing it again.
    change({ kind: 'put', line: known && line.directions === '' ? known : line, isOpen })
    if (!isOpen) toBox()
  }
  const remove = (item: number) => {
    change({ kind: 'remove', item })
    toBox()
  }
  useKeys([
    { keys: SEARCH_KEY, label: t('Prescribe drug'), run: () => box.current?.focus() },
    ...(repeating ? [{ keys: REPEAT_KEY, label: t('Repeat last prescription'), run: () => repeating.set(true) }] : []),
  ])
  return (
    <>
      {lines.length > 0 && (
        <ul className="bare-list" aria-label={t('Not sent yet')}>
          {lines.map((line) => {
            const replaced = active.find(({ item }) => item === line.item)
            return line.item === open ? (
              <LineEditor
                key={line.item}
                line={line}
                check={check.findLine(line.item)}
                isCurrent={check.isCurrent}
                weight={check.doseWeight}
                replaces={replaced ? wordsOf(replaced) : null}
                onChange={(next) => change({ kind: 'put', line: next })}
                onRemove={() => remove(line.item)}
                onDone={() => {
                  change({ kind: 'open', item: null })
                  toBox()
                }}
              />
            ) : (
              <FoldedLine
                key={line.item}
                line={line}
                check={check.findLine(line.item)}
                isCurrent={check.isCurrent}
                replaces={replaced !== undefined}
                onOpen={() => change({ kind: 'open', item: line.item })}
                onRemove={() => remove(line.item)}
              />
            )
          })}
        </ul>
      )}
      {failure !== null && (
        <Note tone="critical" alert>
          {failure}
        </Note>
      )}
      {check.isFailed && lines.length > 0 && (
        <Note tone="attention">{t('The safety check is not available. It will run when the lines are sent.')}</Note>
      )}
      {check.isAllergyUnknown && (
        <Note tone="attention">{t('Allergies not asked yet: these drugs could not be checked against allergies.')}</Note>
      )}
      <DrugSearch
        visit={visit}
        box={box}
        shortcut={SEARCH_KEY}
        onTake={put}
        onExternal={repeating && can(createExternalDrug) ? setExternal : undefined}
      />
      <Suspense>
        {external !== null && (
          <ExternalDialog
            name={external}
            onNamed={(drug) => {
              setExternal(null)
              put(emptyLine(drug), true)
            }}
            onClose={() => {
              setExternal(null)
              toBox()
            }}
          />
        )}
        {repeating?.isOn && visit !== null && (
          <RepeatDialog
            visit={visit}
            patient={patient.id}
            taken={new Set([...lines, ...active].map(({ item }) => item))}
            onTake={(again) => {
              change(...again.map((line) => ({ kind: 'put' as const, line })))
              repeating.set(false)
              toBox()
            }}
            onClose={() => repeating.set(false)}
          />
        )}
      </Suspense>
      <Unsafe basket={basket} onBack={toBox} />
    </>
  )
}
