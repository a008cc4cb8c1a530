import { Button, Checkbox, Modal, Textarea } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { call, messageOf } from '#web/calls/api.ts'
import { date } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { toast } from '#web/messages/toast.tsx'
import { Note } from '#web/ui/status.tsx'
import { createHoliday, deleteHoliday } from '#features/schedules/contract.ts'
import { readHolidays } from './holiday-lines.ts'
import styles from '../week.module.css'

const undo = async (ids: readonly number[]) => {
  try {
    for (const id of ids) await call(deleteHoliday, { params: { id } })
    toast.done(t('Undone.'))
  } catch (error) {
    toast.failed(error)
  }
  void queryClient.invalidateQueries()
}

/** Adds holidays from pasted lines; what is refused stays in the box, with the reason. */
export const PasteHolidays = ({ onClose }: { onClose: () => void }) => {
  const [text, setText] = useState('')
  const [isYearly, setYearly] = useState(false)
  const [isRunning, setRunning] = useState(false)
  const [refused, setRefused] = useState<string[]>([])
  const lines = readHolidays(text)
  const good = lines.flatMap(({ holiday }) => holiday ?? [])
  const bad = lines.filter(({ holiday }) => !holiday)

  const add = async (event: FormEvent) => {
    event.preventDefault()
    if (good.length === 0 || bad.length > 0 || isRunning) return
    setRunning(true)
    const added: number[] = []
    const left: string[] = []
    const reasons: string[] = []
    for (const { text: typed, holiday } of lines)
      try {
        if (holiday) added.push((await call(createHoliday, { body: { ...holiday, is_yearly: isYearly } })).id)
      } catch (error) {
        left.push(typed)
        reasons.push(`${typed}: ${messageOf(error)}`)
      }
    void queryClient.invalidateQueries()
    setRunning(false)
    if (added.length > 0)
      toast.done(t('{count, plural, one {# holiday added.} other {# holidays added.}}', { count: added.length }), {
        label: t('Undo'),
        run: () => void undo(added),
      })
    setText(left.join('\n'))
    setRefused(reasons)
    if (left.length === 0) onClose()
  }
  return (
    <Modal opened onClose={onClose} size="lg" title={t('Paste holidays')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <form className="form-stack" onSubmit={(event) => void add(event)}>
        {refused.length > 0 && (
          <Note tone="critical" alert>
            <ul>
              {refused.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          </Note>
        )}
        <Textarea
          label={t('Holidays, one per line')}
          placeholder={'2026-12-25 Christmas Day\n26/12/2026 Boxing Day'}
          data-autofocus
          autosize
          minRows={6}
          maxRows={14}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {bad.length > 0 && (
          <Note tone="attention">
            {t('Could not read: {lines}', { lines: bad.map(({ line, text: typed }) => `${line}. ${typed}`).join('; ') })}
          </Note>
        )}
        {good.length > 0 && (
          <ul className={`grid gap-2-6 overflow-auto ${styles.readHolidays} num`} aria-label={t('Recognised')}>
            {good.map(({ day, name }, at) => (
              <li key={`${day}-${at}`}>
                <span className="t3">{date(day)}</span> {name}
              </li>
            ))}
          </ul>
        )}
        <Checkbox label={t('Every year on these days')} checked={isYearly} onChange={(event) => setYearly(event.currentTarget.checked)} />
        <div className="form-foot">
          <span className="grow" />
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="filled" loading={isRunning} disabled={good.length === 0 || bad.length > 0}>
            {t('{count, plural, one {Add # holiday} other {Add # holidays}}', { count: good.length })}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
