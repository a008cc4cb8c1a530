import { Button, Modal, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useRef } from 'react'
import { fetchFile } from '#web/calls/api.ts'
import type { FormOf } from '#web/forms/checked-form.ts'
import { t } from '#web/i18n.ts'
import { useRecordForm } from '#web/record/record-form.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { SentFile } from '#web/ui/sent-file.tsx'
import { createLetterTemplate, previewLetterTemplate, updateLetterTemplate } from '../contract.ts'
import { letterPlaceholders, placeholderProblem } from '../rules.ts'
import type { Template } from './letter-templates-panel.tsx'
import styles from './letters.module.css'

type Values = { name: string; title: string; body: string }
const QUIET_MS = 700

const Preview = ({ title, body }: Pick<Values, 'title' | 'body'>) => {
  const [rested] = useDebouncedValue(JSON.stringify({ title, body }), QUIET_MS)
  const sent = JSON.parse(rested) as Pick<Values, 'title' | 'body'>
  const isReady = sent.title.trim() !== '' && sent.body.trim() !== '' && !placeholderProblem(sent.title) && !placeholderProblem(sent.body)
  if (!isReady) return <p className="t2">{t('The preview appears when the texts are valid.')}</p>
  return (
    <SentFile
      key={rested}
      queryKey={['letter template preview', rested]}
      load={async () => (await fetchFile(previewLetterTemplate, { body: sent })).blob}
      file={{ name: t('Letter sample'), type: 'application/pdf' }}
      alt={sent.title}
    />
  )
}

const Fields = ({ form }: { form: FormOf<Values> }) => {
  const text = useRef<HTMLTextAreaElement>(null)
  const insert = (name: string) => {
    const { selectionStart: from, selectionEnd: to } = text.current ?? { selectionStart: 0, selectionEnd: 0 }
    const before = form.getValues().body
    form.setFieldValue('body', `${before.slice(0, from)}{{${name}}}${before.slice(to)}`)
    text.current?.focus()
  }
  const { title, body } = form.values
  const [titleProblem, bodyProblem] = [placeholderProblem(title), placeholderProblem(body)]
  const [titleInput, bodyInput] = [form.getInputProps('title'), form.getInputProps('body')]
  return (
    <div className="form-stack">
      <TextInput label={t('Name')} required maxLength={60} data-autofocus {...form.getInputProps('name')} />
      <TextInput
        label={t('Title')}
        required
        maxLength={120}
        dir="auto"
        {...titleInput}
        error={titleProblem ? t(titleProblem) : titleInput.error}
      />
      <Textarea
        ref={text}
        label={t('Text')}
        required
        autosize
        minRows={8}
        maxRows={20}
        maxLength={10_000}
        dir="auto"
        {...bodyInput}
        error={bodyProblem ? t(bodyProblem) : bodyInput.error}
      />
      <div className="row wrap gap-3" role="group" aria-label={t('Placeholders')}>
        {letterPlaceholders.map((name) => (
          <Button key={name} size="compact-xs" onClick={() => insert(name)}>
            {`{{${name}}}`}
          </Button>
        ))}
      </div>
    </div>
  )
}

/** Adds a template of letters, or changes one. */
export const TemplateDialog = ({ template, onClose }: { template: Template | null; onClose: () => void }) => {
  const record = useRecordForm({
    row: template,
    create: createLetterTemplate,
    update: updateLetterTemplate,
    name: ({ name }) => name,
    values: (row): Values => ({ name: row?.name ?? '', title: row?.title ?? '', body: row?.body ?? '' }),
    labels: { name: t('Name'), title: t('Title'), body: t('Text') },
    onClose,
  })
  const { form } = record.form
  return (
    <Modal
      opened
      onClose={onClose}
      size="90rem"
      title={template ? template.name : t('Add template')}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <div className={`grid items-start gap-7 narrow-one ${styles.letterParts}`}>
        <EndpointForm {...record}>
          <Fields form={form} />
        </EndpointForm>
        <section aria-label={t('Preview')}>
          <Preview title={form.values.title} body={form.values.body} />
        </section>
      </div>
    </Modal>
  )
}
