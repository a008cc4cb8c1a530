import { type Row, row } from './row.ts'

/** Attacks on accounts, on signing in, and on the trail of what was refused. */
export const accountAttacks: readonly Row[] = [
  row(
    'A1',
    'Refused requests that fill the audit trail, from one account or many, over several processes',
    [
      'src/features/audit/refused-requests.test.ts',
      'a flood of refused requests leaves its first row at once and one row that counts the rest',
      'several processes write the first row once, and one summary of all that they counted',
      'calls of many kinds are named up to a limit, and memory does not grow with them',
    ],
    ['src/features/users/lock-out.test.ts', 'a flood against a locked account leaves one row a minute'],
  ),
  row('A2', 'Refused requests as fast as the line carries them', [
    'src/features/audit/refused-requests.test.ts',
    'refused requests beyond a limit are 429, and what the person may do goes on',
    'a stranger is counted by network',
  ]),
  row(
    'A3',
    'Sessions and live streams without end',
    ['src/features/users/lock-out.test.ts', 'of too many sessions the oldest end, also when all begin at once, and the person is told'],
    ['src/platform/http/event-stream.test.ts', 'one account may not open streams without end, over all of its sessions'],
  ),
  row('A4', 'Wrong passwords that lock the whole clinic out', [
    'src/features/users/lock-out.test.ts',
    'a stranger who types wrong passwords locks out nobody but their own network',
    'a network has sixty wrong passwords in a quarter of an hour, whomever they name',
    'a known browser has five tries of its own, and is no key to another account',
    'a one-time password, and a password of one’s own, make the other browsers strangers',
  ]),
  row('A5', 'Guessing from many networks', [
    'src/features/users/lock-out.test.ts',
    'whoever guesses from many networks gets twenty tries, and the known browser still opens',
  ]),
  row('A6', 'A clinic that nobody can claim any more, because a stranger came first', [
    'src/features/setup/setup.test.ts',
    'before the set-up nothing public writes, and the clinic stays claimable',
    'an account of a patient, from wherever it came, keeps nobody from setting the clinic up',
  ]),
  row('A7', 'An account registered in advance for the address of a colleague', [
    'src/features/users/conversion.test.ts',
    'a registered address that becomes staff has a one-time password, and nothing of the stranger opens it',
    'an account that stays a patient by role and gets a group of staff is converted too',
    'with e-mail, whoever registers gets a code, and the address counts once the code was typed',
  ]),
  row('A8', 'A cookie that a neighbour of the domain, or somebody on the wire, puts in the place of ours', [
    'src/https.test.ts',
    'to other machines it speaks https, with a certificate of its own',
  ]),
]
