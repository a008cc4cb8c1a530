import { Button, Checkbox, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { createRefillRequest } from '#calls/portal/contract.ts'
import { refillRefusals, type RefillRefusal } from '#features/pharmacy/rules.ts'
import { ApiError, call, messageOf } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { toast } from '#web/messages/toast.tsx'
import { Note } from '#web/ui/status.tsx'
import styles from '../portal-pages.module.css'

/** What is to be asked for again: prescribed lines by id, with their names. */
export type Chosen = ReadonlyMap<number, string>

interface Props {
  id: number
  name: string
  refusal: RefillRefusal | null
  chosen: Chosen
  onChoose: (chosen: Chosen) => void
}

/** What needs no word where there is nothing to ask for. */
const silent = new Set<RefillRefusal>(['not_a_medicine', 'newer', 'stopped'])

/** The box that puts a medicine among those to be asked for, or why it cannot be. */
export const ChooseAgain = ({ id, name, refusal, chosen, onChoose }: Props) => {
  // What was chosen before can be taken out, whatever happened meanwhile.
  if (refusal !== null && !chosen.has(id))
    return silent.has(refusal) ? null : <span className="small t3">{t(refillRefusals[refusal])}</span>
  const toggle = (isWanted: boolean) => {
    const next = new Map(chosen)
    if (isWanted) next.set(id, name)
    else next.delete(id)
    onChoose(next)
  }
  return (
    <Checkbox
      size="md"
      label={t('Request refill')}
      aria-label={t('Request refill of {name}', { name })}
      checked={chosen.has(id)}
      onChange={(event) => toggle(event.currentTarget.checked)}
    />
  )
}

const errorOf = (error: unknown): string =>
  error instanceof ApiError && Object.keys(error.fields).length > 0
    ? Object.values(error.fields)
        .flat()
        .map((text) => t(text))
        .join(' ')
    : messageOf(error)

/** Sends what was chosen to the pharmacy, with a message. */
export const AskAgain = ({ chosen, onSent }: { chosen: Chosen; onSent: () => void }) => {
  const [note, setNote] = useState('')
  const sending = useMutation({
    mutationFn: () => call(createRefillRequest, { body: { lines: [...chosen.keys()], ...(note.trim() !== '' && { note }) } }),
    onSuccess: () => {
      setNote('')
      onSent()
      void queryClient.invalidateQueries()
      toast.done(t('Sent. The pharmacy will answer here.'))
    },
  })
  if (chosen.size === 0) return null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    sending.mutate()
  }
  return (
    <form className={`wrap flex gap-4 sticky-end layer-1 canvas ${styles.foot}`} onSubmit={submit}>
      <span>{t('Request refill of: {names}', { names: [...chosen.values()].join(', ') })}</span>
      <Textarea
        label={t('Message to the pharmacy')}
        autosize
        minRows={1}
        maxRows={3}
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {sending.error && (
        <Note tone="critical" alert>
          {errorOf(sending.error)}
        </Note>
      )}
      <Button type="submit" variant="filled" loading={sending.isPending}>
        {t('Send request')}
      </Button>
    </form>
  )
}
