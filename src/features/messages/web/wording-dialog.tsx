import { Button, Modal, Textarea, TextInput } from '@mantine/core'
import { useRef } from 'react'
import { call } from '#web/calls/api.ts'
import { useClinic } from '#web/calls/clinic.ts'
import { confirm } from '#web/messages/dialogs.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { toast } from '#web/messages/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { useAction } from '#web/calls/use-action.ts'
import { resetMessageTemplate, updateMessageTemplate } from '../contract.ts'
import { render, sampleValues } from '../render.ts'
import { placeholderProblem, placeholders, smsSize } from '../rules.ts'
import { channelWord, kindWord, languageName } from './message-labels.ts'
import type { Template } from './labels.tsx'
import styles from './messages.module.css'
import { SpokenAfterPause } from '#web/ui/spoken-after-pause.tsx'

interface PreviewProps {
  template: Template
  subject: string
  body: string
}
const Preview = ({ template: { channel, language }, subject, body }: PreviewProps) => {
  const clinic = useClinic()
  const shown = render({ subject, body }, channel, language, { name: clinic?.name ?? '', phone: '+254700000001' }, sampleValues)
  const problem = placeholderProblem(subject) ?? placeholderProblem(body)
  const size = smsSize(shown.body)
  return (
    <section aria-label={t('Preview')} className={`form-stack ${styles.stack}`}>
      <h2>{t('Preview')}</h2>
      {problem && <p className="t2">{t(problem)}</p>}
      {channel === 'email' && <p className="strong">{shown.subject}</p>}
      <pre className={`break-anywhere as-typed outlined round-m pad-5 canvas ${styles.text}`} lang={language}>
        {shown.body}
      </pre>
      {channel === 'sms' && (
        <>
          <p className="small t2 num">{t('{length} characters ({encoding}), parts: {segments}', { ...size })}</p>
          <SpokenAfterPause text={t('{length} characters ({encoding}), parts: {segments}', { ...size })} />
        </>
      )}
      <p className="small t3">{t('Shown with example values. Lines without values are left out.')}</p>
    </section>
  )
}

/** The words of one message, with a preview of what the person gets. */
export const WordsDialog = ({ template, onClose }: { template: Template; onClose: () => void }) => {
  const { kind, channel, language } = template
  const params = { kind, channel, language }
  const text = useRef<HTMLTextAreaElement>(null)
  const { can } = useRights()
  const { run } = useAction()
  const labels = { subject: t('Subject'), body: t('Text') }
  const f = useEndpointForm(updateMessageTemplate, {
    params,
    version: template.version,
    draftKey: `message-${kind}-${channel}-${language}`,
    initialValues: { subject: template.subject, body: template.body },
    toBody: ({ subject, body }) => (channel === 'email' ? { subject, body } : { body }),
    onSaved: () => {
      toast.done(t('Saved'))
      onClose()
    },
  })
  const insert = (name: string) => {
    const { selectionStart: from, selectionEnd: to } = text.current ?? { selectionStart: 0, selectionEnd: 0 }
    const before = f.form.getValues().body
    f.form.setFieldValue('body', `${before.slice(0, from)}{${name}}${before.slice(to)}`)
    text.current?.focus()
  }
  const reset = async () => {
    if (!(await confirm({ title: t('Restore the default text?'), action: t('Restore default text') }))) return
    run(() => call(resetMessageTemplate, { params }), t('Default text restored'))
    onClose()
  }
  const mayChange = can(updateMessageTemplate)
  const { subject, body } = f.form.values
  const title = `${kindWord(kind)}, ${channelWord(channel)}, ${languageName(language)}`
  const preview = <Preview template={template} subject={subject} body={body} />
  return (
    <Modal opened onClose={onClose} size="xl" title={title} closeButtonProps={{ 'aria-label': t('Close') }}>
      {mayChange ? (
        <EndpointForm
          form={f}
          save={t('Save')}
          onCancel={onClose}
          labels={labels}
          extra={!template.is_default && <Button onClick={() => void reset()}>{t('Default text restored')}</Button>}
        >
          <div className={`grid gap-7 phone-one two-columns ${styles.words}`}>
            <div className={`form-stack ${styles.stack}`}>
              {channel === 'email' && <TextInput label={labels.subject} required maxLength={150} {...f.form.getInputProps('subject')} />}
              <Textarea ref={text} label={labels.body} required autosize minRows={6} maxLength={1_000} {...f.form.getInputProps('body')} />
              <div className="row wrap" role="group" aria-label={t('Placeholders')}>
                {placeholders.map((name) => (
                  <Button key={name} size="compact-sm" onClick={() => insert(name)}>
                    {`{${name}}`}
                  </Button>
                ))}
              </div>
              <p className="small t3">{t('Messages contain no medical information: other placeholders are not available.')}</p>
            </div>
            {preview}
          </div>
        </EndpointForm>
      ) : (
        preview
      )}
    </Modal>
  )
}
