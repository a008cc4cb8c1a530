import { workRules, type WorkKind } from '#platform/http/work-rules.ts'
import { row, type Row } from './row.ts'

/** A kind of expensive work: its bound for each account, and the one that it had earlier. */
export interface Bounded extends Row {
  earlier: string
  bound: string
}

const bounded = (about: string, earlier: string, bound: string, ...shown: Row['shown']): Bounded => ({
  ...row('', about, ...shown),
  earlier,
  bound,
})

/** The bound of a kind of calls in words. */
const ofKind = (kind: WorkKind): string => {
  const { slots, running, inside, all, perHour } = workRules[kind]
  const hour = perHour === null ? '' : `, ${perHour.toLocaleString('en')} an hour`
  return `${running} at once of ${slots} in a process, ${inside} waiting (429), ${all} of all accounts (503), half of them kept for staff${hour}`
}

const queue = [
  'src/platform/http/account-work.test.ts',
  'one file of an account waits for one of another account that has five, not for all',
] as const
const kinds = [
  'src/platform/http/work-rules.test.ts',
  'every call that takes files in, prints or exports is expensive work of a kind with bounds',
] as const
const uploads = 'src/features/records/uploads.test.ts'

/** Every kind of work that costs much more than reading a few rows. Without an account the network counts. */
export const boundedWork: readonly Bounded[] = [
  bounded(
    'Uploads of any kind: documents, pictures, tables, logos, attachments, requests',
    'size of one file; 3,000 calls in ten seconds',
    `${ofKind('upload')}; files and bytes a day by the settings of Administration > Security, counted before a byte is read; what only arrives is counted apart, with the same bounds, and comes at 4 KB a second at least after half a minute; a patient without a record is refused unread`,
    queue,
    [
      uploads,
      'files: the third of two is refused with the limit and what is used; another account and the next day are not',
      'bytes: a file that is larger than what is left is refused unread, and what was only announced is given back',
      'ten at once cannot exceed it together',
    ],
    [
      'src/platform/http/account-work.test.ts',
      'the sixth of an account and the ninth of all are refused before anything of them is done',
      'what only arrives, from however many outside, leaves staff their half; what has arrived does as well',
    ],
    ['src/platform/http/arrival.test.ts', 'a file that trickles is refused'],
    [
      'src/features/records/trickling.test.ts',
      'an account that is linked with no record is refused before its body is there',
      'files of patients that never arrive take half of the room, and a member of staff sends theirs meanwhile',
    ],
  ),
  bounded(
    'Drawing pictures anew',
    '30 million pixels a page, 1,000 million in all; in the process that serves all requests',
    'one file at a time, in a process of its own (900 MB, 60 s of a processor); before any page is unpacked: 200 pages, 30 million pixels and 250 MB a page, 400 million pixels in all (1,000 in black and white); 64 MB written',
    [
      uploads,
      '33 pages of 30 million points are refused before one is unpacked',
      'pages that come to more than 64 MB when they are drawn are refused where they do, and nothing is left',
    ],
  ),
  bounded(
    'Reading documents',
    '200 pages, 480 s, 900 MB a document; the order of arrival; whole files and pictures as messages',
    'the same, and 240 s a page, 5,000 pages claimed, 2 million letters, 20,000 words a page and 100 MB of pictures a document; 500 waiting for each account, 5,000 in all; accounts take turns; files and pictures by path',
    [
      uploads,
      'a PDF that says it has a million pages is refused',
      'of an endless text the first two million letters are read',
      'the readings of one account wait in a lane of their own: another account’s one document comes second, not eleventh',
    ],
  ),
  bounded(
    'Reading spreadsheets',
    '40 MB unpacked, 8 waiting; the file and all its cells in the process that serves all requests',
    'an upload; one at a time in a process of its own (700 MB, 30 s of a processor); the archive’s own list first: 2,000 parts, 40 MB; 250,000 rows, 1,000 columns',
    ['src/platform/tables/read-xlsx.test.ts', 'a small file that unpacks to a great one is refused'],
  ),
  bounded(
    'Reading CSV',
    'size of the file; imports: 200 columns, 250,000 rows',
    'an upload, read piece by piece: 200 columns, 200,000 characters a row, rows by kind',
    [
      'src/platform/csv/read-table.test.ts',
      'a file of more columns than 200 is refused by its heading, one of endless rows where it is too long',
    ],
  ),
  bounded('Printed documents (PDF)', 'none; receipts and lists 30 a minute by network', ofKind('document'), queue, kinds),
  bounded('Tables as CSV or spreadsheet, templates and exports of a kind of rows', 'none', ofKind('table'), queue, kinds),
  bounded('Reports on the screen', 'two connections that only read; statement time-outs', ofKind('report'), queue, kinds),
  bounded(
    'Questions to the assistant',
    '240 a minute by network; 4 s in the database',
    `${ofKind('question')}; 240 a minute by account; 4 s in the database`,
    queue,
    kinds,
  ),
  bounded('Downloads of kept files and pictures', '3,000 calls in ten seconds', ofKind('download'), queue, kinds),
  bounded('A patient’s own data', '5 an hour', '5 an hour, and as a printed document', queue),
  bounded(
    'Imports: trying, writing, taking back',
    'one at a time in a process; no bound on what waits',
    '20 waiting for each account, 200 in all; accounts take turns',
    ['src/platform/jobs/jobs.test.ts', 'a queue takes as many jobs of an account, and of all, as it may hold; lanes take turns'],
  ),
  bounded(
    'Export of the whole clinic, backups, restore checks',
    'one export and one backup at a time; 10 a minute',
    'the same; 2 exports, 2 backups and 5 checks waiting for each account',
    ['src/platform/jobs/jobs.test.ts', 'a queue takes as many jobs of an account, and of all, as it may hold; lanes take turns'],
  ),
  bounded(
    'Messages to patients',
    'runs of the queue without bound',
    '10 runs waiting; a further one is left out, because one that waits sends everything that is due',
    ['src/platform/jobs/jobs.test.ts', 'a queue takes as many jobs of an account, and of all, as it may hold; lanes take turns'],
  ),
  bounded(
    'Messages of instruments',
    '1 MB a message, 64 waiting for each connection, 64 MB in all, 1,000 connections, 20 of a strange address',
    'the same',
    ['src/features/analysers/line.test.ts', 'cuts off whoever only makes noise, and holds no more than it must'],
  ),
]
