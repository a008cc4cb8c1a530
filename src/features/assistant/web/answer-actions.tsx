import { ActionIcon, Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { IconCopy, IconDownload, IconTrash } from '@tabler/icons-react'
import { getMessageTable } from '../contract.ts'
import type { Message } from './chat-state.ts'
import { tableTypes } from '#shared/table.ts'
import { download } from '#web/calls/api.ts'
import { dateTime, dayOf, time, today } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { answerText } from './answer-text.ts'
import { copyText } from '#web/devices/copy-text.ts'

/** What can be done with an answer: its rows saved, its words copied, all of it deleted. */
export const AnswerActions = ({ of, remove }: { of: Message; remove: () => void }) => {
  const { id, asked_at, question, status, structured_data } = of
  const saving = useMutation({
    mutationFn: () => download(getMessageTable, { params: { id } }, { accept: tableTypes.csv }),
    onError: toast.failed,
  })
  const copy = () =>
    copyText(answerText(of)).then(
      () => toast.done(t('Copied.')),
      () => toast.failed(t('The browser did not copy. Select the text and copy it.')),
    )
  return (
    <div className="answer-foot">
      {status === 'answered' && structured_data.length > 0 && (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={saving.isPending}
          onClick={() => saving.mutate()}
        >
          {t('Save as CSV')}
        </Button>
      )}
      {status === 'answered' && (
        <Button size="compact-sm" variant="subtle" leftSection={<IconCopy size={16} aria-hidden />} onClick={() => void copy()}>
          {t('Copy')}
        </Button>
      )}
      <span className="grow" />
      <time className="small t3 num" dateTime={asked_at} title={dateTime(asked_at)}>
        {today(asked_at) === today() ? time(asked_at) : dayOf(asked_at)}
      </time>
      <ActionIcon size={32} variant="subtle" aria-label={t('Delete “{{question}}”', { question })} title={t('Delete')} onClick={remove}>
        <IconTrash size={16} stroke={1.5} aria-hidden />
      </ActionIcon>
    </div>
  )
}
