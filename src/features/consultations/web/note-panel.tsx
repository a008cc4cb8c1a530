import { Button, Kbd, Select, Textarea } from '@mantine/core'
import { lazy, Suspense, useRef, useState, type ReactNode, useEffect } from 'react'
import { messageOf } from '#web/calls/api.ts'
import { number, time } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { keyLabel, useKeys } from '#web/keyboard/keys.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { toast } from '#web/messages/toast.tsx'
import { goOn } from '#web/session/leaving.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { Note, Status } from '#web/ui/status.tsx'
import { dispositions, MAX_TEXT, noteTexts, type NoteText } from '../rules.ts'
import { DiagnosisChips } from './diagnosis-chips.tsx'
import { type NoteKeeper, type NoteOnScreen, type NoteState, keepNote } from './note-keeper.ts'
import { dispositionWord, textHint, textWord } from './note-labels.ts'
import { valuesOf } from './note-values.ts'
import { useStore } from '#web/state/store.ts'
import styles from './note.module.css'

/**
 * The caller's note of a visit, kept as it is typed. One keeper for as long as the visit is on the screen: give the component a `key` of
 * the visit.
 */
const useNote = (visit: number, draft: NoteOnScreen | null) => {
  const [keeper] = useState(() => keepNote(visit, draft))
  const state = useStore(keeper.store)
  // The browser's database, and what is still unsent when the page is left, are outside React.
  useEffect(() => {
    void keeper.restore()
    return keeper.close
  }, [keeper])
  // Read again by the workspace: somebody else may have written in it.
  useEffect(() => keeper.refresh(draft), [keeper, draft])
  return { keeper, ...state }
}

const ClashDialog = lazy(async () => ({ default: (await import('#web/ui/clash-dialog.tsx')).ClashDialog }))

const SaveState = ({ state, savedAt }: Pick<NoteState, 'state' | 'savedAt'>) => (
  // Not read out: it changes at each pause in writing. That a note cannot be saved is said below.
  <span className="small t3 num nowrap">
    {state === 'typing' && t('Not saved yet')}
    {state === 'saving' && t('Saving…')}
    {state === 'stuck' && <Status tone="critical">{t('Not saved')}</Status>}
    {(state === 'saved' || state === 'still') && savedAt !== null && t('Draft saved {time}', { time: time(savedAt) })}
  </span>
)

/** Why the note could not be saved, and the way on: nothing that was typed is lost meanwhile. */
const Stuck = ({ keeper, state }: { keeper: NoteKeeper; state: NoteState }) => {
  if (state.state !== 'stuck' || state.clash) return null
  const addTo = async () => {
    try {
      await keeper.addAsAddendum()
      void queryClient.invalidateQueries()
    } catch (error) {
      toast.failed(error)
    }
  }
  return (
    <Note tone="critical" alert>
      <span className="row">
        <span className="grow">
          {state.problem} {t('Your text is kept in this browser.')}
        </span>
        {state.isSigned ? (
          <Button size="compact-sm" onClick={() => void addTo()}>
            {t('Add as addendum')}
          </Button>
        ) : (
          <Button size="compact-sm" onClick={() => void keeper.retry()}>
            {t('Try again')}
          </Button>
        )}
      </span>
    </Note>
  )
}

const Clash = ({ keeper, state }: { keeper: NoteKeeper; state: NoteState }) => {
  const { clash } = state
  if (!clash) return null
  const labels = Object.fromEntries(noteTexts.map((name) => [name, textWord(name)]))
  // Boxes that were not touched here are as they wrote them: only the others are a question.
  const mine = { ...valuesOf(clash), ...keeper.typed() }
  const asked = { mine, theirs: clash, keepMine: keeper.keepMine, takeTheirs: keeper.takeTheirs, close: () => {} }
  return (
    <Suspense>
      <ClashDialog clash={asked} labels={labels} />
    </Suspense>
  )
}

interface FieldProps {
  name: NoteText
  value: string
  isFirst: boolean
  onChange: (value: string) => void
}
const TextOfNote = ({ name, value, isFirst, onChange }: FieldProps) => (
  <div className={`grid items-start line-bottom ${styles.noteField}`}>
    <label className="label" htmlFor={`note-${name}`}>
      {textWord(name)}
    </label>
    <Textarea
      id={`note-${name}`}
      variant="unstyled"
      autosize
      minRows={isFirst ? 2 : 1}
      placeholder={textHint(name)}
      // A longer text is refused in the open: a box that cuts off what is pasted would lose it unseen.
      error={
        value.length > MAX_TEXT && t('{length} characters: the limit is {most}.', { length: number(value.length), most: number(MAX_TEXT) })
      }
      autoFocus={isFirst}
      data-autofocus={isFirst || undefined}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  </div>
)

interface Props {
  visit: number
  /** The caller's own draft of this visit. */
  draft: NoteOnScreen | null
  /** Under the heading: the vital signs of the visit. */
  vitals?: ReactNode
  /** What the workspace does once the note is signed. */
  onSigned?: (note: NoteOnScreen) => void
  onProblem?: (diagnosis: NoteOnScreen['diagnoses'][number]) => void
}

/** The note of the person signed in on one visit: saved as it is typed, signed with one key. Give it a `key` of the visit. */
export const NotePanel = ({ visit, draft, vitals, onSigned, onProblem }: Props) => {
  const { keeper, ...state } = useNote(visit, draft)
  const { values, note, savedAt } = state
  const [isSigning, setSigning] = useState(false)
  const body = useRef<HTMLDivElement>(null)
  const sign = async () => {
    if (isSigning) return
    setSigning(true)
    try {
      const signed = await goOn('sign', visit, keeper.sign)
      if (!signed) return
      toast.done(t('Note signed.'))
      void queryClient.invalidateQueries()
      onSigned?.(signed)
    } catch (error) {
      if (!(error instanceof Error && error.message === 'clash')) toast.failed(messageOf(error))
    } finally {
      setSigning(false)
    }
  }
  useKeys([{ keys: 'Mod+Enter', label: t('Sign note'), run: () => void sign(), always: true }])
  return (
    <section className="panel consultation" aria-label={t('Consultation note')}>
      <header className="panel-head">
        <h2>{t('Consultation')}</h2>
        <span className="grow" />
        <SaveState state={state.state} savedAt={savedAt} />
        <Button
          variant="filled"
          loading={isSigning}
          rightSection={<Kbd className="not-phone">{keyLabel('Mod+Enter')}</Kbd>}
          onClick={() => void sign()}
        >
          {t('Sign note')}
        </Button>
      </header>
      {vitals}
      <div className="note-body" ref={body}>
        <Stuck keeper={keeper} state={state} />
        {noteTexts.map((name, at) => (
          <div key={name}>
            {name === 'plan' && (
              <div className={`grid items-start line-bottom ${styles.noteField}`}>
                <span className="label">{t('Diagnosis')}</span>
                <DiagnosisChips diagnoses={note?.diagnoses ?? []} keeper={keeper} onProblem={onProblem} />
              </div>
            )}
            <TextOfNote name={name} value={values[name]} isFirst={at === 0} onChange={(value) => keeper.set(name, value)} />
          </div>
        ))}
        <div className={`grid items-start line-bottom ${styles.noteField}`}>
          <span className="label">{t('Outcome')}</span>
          <div className={`row wrap gap-4 ${styles.noteEnd}`}>
            <Select
              aria-label={t('Patient outcome')}
              placeholder={t('Patient outcome')}
              clearable
              data={dispositions.map((value) => ({ value, label: dispositionWord(value) }))}
              value={values.disposition || null}
              onChange={(value) => keeper.set('disposition', value ?? '')}
            />
            <DateField
              aria-label={t('Follow-up date')}
              placeholder={t('Follow-up date')}
              value={values.follow_up_on || null}
              onChange={(value) => keeper.set('follow_up_on', value ?? '')}
              daysOnly
            />
          </div>
        </div>
      </div>
      <Clash keeper={keeper} state={state} />
    </section>
  )
}
