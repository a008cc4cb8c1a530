import { Button, Textarea } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { date, dateTime } from '#web/text/format.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { Status } from '#web/ui/status.tsx'
import { addAddendum } from '../contract.ts'
import { noteTexts } from '../rules.ts'
import type { NoteOnScreen } from './note-keeper.ts'
import { certaintyWord, dispositionWord, textWord } from './note-labels.ts'
import styles from './note.module.css'

const AddendumForm = ({ id, close }: { id: number; close: () => void }) => {
  const endpointForm = useEndpointForm(addAddendum, {
    initialValues: { text: '' },
    params: { id },
    draftKey: `addendum-${id}`,
    onSaved: close,
  })
  return (
    <EndpointForm form={endpointForm} save={t('Add addendum')} onCancel={close}>
      <Textarea label={t('Addendum')} required autosize minRows={2} autoFocus {...endpointForm.form.getInputProps('text')} />
    </EndpointForm>
  )
}

/** A note as it stands: whose it is, what it says, its diagnoses, and what was added after it was signed. */
export const SignedNote = ({ note }: { note: NoteOnScreen }) => {
  const [isAdding, setAdding] = useState(false)
  const { id, doctor_name, diagnoses, addenda, disposition, follow_up_on, signed_at, signed_by_name, created_at, may } = note
  return (
    <article className={`section grid gap-4 terms ${styles.signedNote}`} aria-label={t('Note by {name}', { name: doctor_name })}>
      <header className="row">
        <b className="grow">{doctor_name}</b>
        {signed_at ? (
          <span className="small t3 num">
            {t('Signed {at}', { at: dateTime(signed_at) })}
            {signed_by_name !== doctor_name && ` · ${signed_by_name}`}
          </span>
        ) : (
          <>
            <span className="small t3 num">{dateTime(created_at)}</span>
            <Status tone="progress">{t('Draft')}</Status>
          </>
        )}
      </header>
      <dl className="grid gap-2-5">
        {diagnoses.length > 0 && (
          <>
            <dt>{t('Diagnosis')}</dt>
            <dd className="break-anywhere as-typed">
              {diagnoses
                .map(({ code, title, certainty }) =>
                  [code, title, certainty !== 'confirmed' && `(${certaintyWord(certainty)})`].filter(Boolean).join(' '),
                )
                .join('\n')}
            </dd>
          </>
        )}
        {noteTexts
          .filter((name) => note[name].trim() !== '')
          .map((name) => (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{textWord(name)}</dt>
              <dd className="break-anywhere as-typed">{note[name]}</dd>
            </div>
          ))}
        {(disposition || follow_up_on) && (
          <>
            <dt>{t('Outcome')}</dt>
            <dd className="break-anywhere as-typed">
              {[disposition && dispositionWord(disposition), follow_up_on && date(follow_up_on)].filter(Boolean).join(' · ')}
            </dd>
          </>
        )}
      </dl>
      {addenda.map(({ id: part, text, added_at, added_by_name }) => (
        <div key={part} className={`break-anywhere as-typed ${styles.addendum}`}>
          <div className="small t3 num">
            {t('Addendum')} · {added_by_name} · {dateTime(added_at)}
          </div>
          {text}
        </div>
      ))}
      {isAdding ? (
        <AddendumForm id={id} close={() => setAdding(false)} />
      ) : (
        may.add && (
          <div>
            <Button size="compact-sm" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setAdding(true)}>
              {t('Addendum')}
            </Button>
          </div>
        )
      )}
    </article>
  )
}
