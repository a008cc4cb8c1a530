import { Button, Modal, Textarea } from '@mantine/core'
import { useState, type SyntheticEvent } from 'react'
import { t } from '#web/i18n.ts'

interface Props {
  test: string
  comment: string
  onSave: (comment: string) => void
  onClose: () => void
}

/** What is said about a result; it stands on the report. */
export const CommentDialog = ({ test, comment, onSave, onClose }: Props) => {
  const [text, setText] = useState(comment)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    onSave(text.trim())
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title={t('Comment on {test}', { test })} closeButtonProps={{ 'aria-label': t('Close') }}>
      <form onSubmit={submit} className="form-stack">
        <Textarea
          data-autofocus
          label={t('Comment')}
          description={t('Printed under the result.')}
          maxLength={500}
          autosize
          minRows={3}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div className="form-foot">
          <span className="grow" />
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="filled">
            {t('Save')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
