import { Button, Modal, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useRef, type ReactNode } from 'react'
import { fetchFile } from '#web/calls/api.ts'
import type { FormOf } from '#web/forms/checked-form.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { SentFile } from '#web/ui/sent-file.tsx'
import { UseButton } from '#web/ui/use-button.tsx'
import { createLetterTemplate, previewLetterTemplate, updateLetterTemplate } from '../contract.ts'
import { letterPlaceholders, placeholderProblem } from '../rules.ts'
import type { Template } from './letter-templates-panel.tsx'
import './letters.css'

type Values = { name: string; title: string; body: string }
const EMPTY: Values = { name: '', title: '', body: '' }
const QUIET_MS = 700

const Preview = ({ title, body }: Pick<Values, 'title' | 'body'>) => {
  const [rested] = useDebouncedValue(JSON.stringify({ title, body }), QUIET_MS)
  const sent = JSON.parse(rested) as Pick<Values, 'title' | 'body'>
  const isReady = sent.title.trim() !== '' && sent.body.trim() !== '' && !placeholderProblem(sent.title) && !placeholderProblem(sent.body)
  if (!isReady) return <p className="t2">{t('The sample is shown once the texts fit.')}</p>
  return (
    <SentFile
      key={rested}
      queryKey={['letter template preview', rested]}
      load={async () => (await fetchFile(previewLetterTemplate, { body: sent })).blob}
      file={{ name: t('Sample of the letter'), type: 'application/pdf' }}
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
      <div className="row wrap letter-marks" role="group" aria-label={t('Placeholders')}>
        {letterPlaceholders.map((name) => (
          <Button key={name} size="compact-xs" onClick={() => insert(name)}>
            {`{{${name}}}`}
          </Button>
        ))}
      </div>
    </div>
  )
}

const Parts = ({ form, children }: { form: FormOf<Values>; children: ReactNode }) => (
  <div className="letter-parts">
    {children}
    <section aria-label={t('Preview')}>
      <Preview title={form.values.title} body={form.values.body} />
    </section>
  </div>
)

const AddForm = ({ onClose }: { onClose: () => void }) => {
  const added = useEndpointForm(createLetterTemplate, {
    initialValues: EMPTY,
    onSaved: ({ name }) => {
      toast.done(t('{{name}} is added.', { name }))
      onClose()
    },
  })
  return (
    <Parts form={added.form}>
      <EndpointForm of={added} save={t('Add')} onCancel={onClose}>
        <Fields form={added.form} />
      </EndpointForm>
    </Parts>
  )
}

const EditForm = ({ template, onClose }: { template: Template; onClose: () => void }) => {
  const { id, name, title, body, version } = template
  const edited = useEndpointForm(updateLetterTemplate, {
    initialValues: { name, title, body },
    params: { id },
    version,
    onSaved: () => {
      toast.done(t('{{name}} is saved.', { name }))
      onClose()
    },
  })
  return (
    <Parts form={edited.form}>
      <EndpointForm
        of={edited}
        save={t('Save')}
        onCancel={onClose}
        extra={<UseButton of={template} by={updateLetterTemplate} onDone={onClose} />}
        labels={{ name: t('Name'), title: t('Title'), body: t('Text') }}
      >
        <Fields form={edited.form} />
      </EndpointForm>
    </Parts>
  )
}

/** Adds a template of letters, or changes one. */
export const TemplateDialog = ({ template, onClose }: { template: Template | null; onClose: () => void }) => (
  <Modal
    opened
    onClose={onClose}
    size="90rem"
    title={template ? template.name : t('Add template')}
    closeButtonProps={{ 'aria-label': t('Close') }}
  >
    {template ? <EditForm template={template} onClose={onClose} /> : <AddForm onClose={onClose} />}
  </Modal>
)
