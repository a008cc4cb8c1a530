import { substanceRows } from './rows.ts'

/** Pain and inflammation, nerves and mind, breathing, anaesthesia. Names: INN; codes: WHO ATC 2025. */
export const nerves = substanceRows(`
paracetamol; N02BE01; acetaminophen, panadol, calpol, tylenol, pcm, apap
metamizole; N02BB02; dipyrone, novalgin, metamizole sodium
ibuprofen; M01AE01, C01EB16, G02CC01, M02AA13, R02AX02; brufen, advil, nurofen, motrin
diclofenac; M01AB05, D11AX18, M02AA15, S01BC03; voltaren, cataflam, voltarol, diclofenac potassium, olfen
naproxen; M01AE02, M02AA12; naprosyn, aleve
indometacin; M01AB01, C01EB03, M02AA23, S01BC01; indomethacin, indocid
ketoprofen; M01AE03, M02AA10;
ketorolac; M01AB15, S01BC05; toradol, ketorolac tromethamine, ketorolac trometamol
mefenamic acid; M01AG01; ponstan, mefenamic
meclofenamic acid; M01AG04; meclofenamate
meloxicam; M01AC06; mobic
piroxicam; M01AC01, M02AA07; feldene
lornoxicam; M01AC05;
tenoxicam; M01AC02;
aceclofenac; M01AB16;
etodolac; M01AB08;
sulindac; M01AB02;
tolmetin; M01AB03, M02AA21;
nabumetone; M01AX01;
nimesulide; M01AX17;
oxaprozin; M01AE12;
fenoprofen; M01AE04;
flurbiprofen; M01AE09, R02AX01, S01BC04;
celecoxib; M01AH01; celebrex
etoricoxib; M01AH05; arcoxia
rofecoxib; M01AH02;
valdecoxib; M01AH03;
diflunisal; N02BA11;
salsalate; N02BA06;
choline salicylate; N02BA03, A01AD;
salicylic acid; D01AE12, S01BC08;
methyl salicylate; M02AC; deep heat
codeine; R05DA04;
dihydrocodeine; N02AA08; df118
tramadol; N02AX02; ultram, tramal
tapentadol; N02AX06;
morphine; N02AA01; mst, oramorph
hydromorphone; N02AA03;
oxycodone; N02AA05; oxycontin
hydrocodone; R05DA03;
pethidine; N02AB02; meperidine, demerol
fentanyl; N02AB03, N01AH01; durogesic
remifentanil; N01AH06;
alfentanil; N01AH02;
sufentanil; N01AH03;
buprenorphine; N02AE01, N07BC01;
pentazocine; N02AD01;
nalbuphine; N02AF02;
methadone; N07BC02, N02AC;
levomethadyl acetate; N07BC03; levacetylmethadol, levomethadyl
naloxone; V03AB15; narcan
naltrexone; N07BB04;
ergotamine; N02CA02; cafergot
dihydroergotamine; N02CA01;
sumatriptan; N02CC01; imigran
zolmitriptan; N02CC03;
naratriptan; N02CC02;
rizatriptan; N02CC04;
eletriptan; N02CC06;
caffeine; N06BC01;
allopurinol; M04AA01; zyloric
febuxostat; M04AA03;
colchicine; M04AC01; colcrys
probenecid; M04AB01;
penicillamine; M01CC01;
baclofen; M03BX01;
tizanidine; M03BX02; sirdalud, zanaflex
orphenadrine; M03BC01; norflex
chlorzoxazone; M03BB03;
methocarbamol; M03BA03;
cyclobenzaprine; M03BX08;
thiocolchicoside; M03BX05;
alendronic acid; M05BA04; alendronate, fosamax
risedronic acid; M05BA07; risedronate
ibandronic acid; M05BA06; ibandronate
pamidronic acid; M05BA03; pamidronate
zoledronic acid; M05BA08; zoledronate
glucosamine; M01AX05;
chondroitin; M01AX25; chondroitin sulfate
serratiopeptidase; ; serrapeptase
chymotrypsin; ; trypsin chymotrypsin
phenytoin; N03AB02; epanutin, dilantin, phenytoin sodium
fosphenytoin; N03AB05;
phenobarbital; N03AA02; phenobarbitone, phenobarb, luminal
primidone; N03AA03;
carbamazepine; N03AF01; tegretol
oxcarbazepine; N03AF02;
valproic acid; N03AG01; valproate, sodium valproate, valproate sodium, epilim, divalproex, divalproex sodium
lamotrigine; N03AX09; lamictal
levetiracetam; N03AX14; keppra
topiramate; N03AX11;
gabapentin; N02BF01;
pregabalin; N02BF02; lyrica
ethosuximide; N03AD01;
clonazepam; N03AE01; rivotril, klonopin
diazepam; N05BA01; valium
lorazepam; N05BA06; ativan
alprazolam; N05BA12; xanax
bromazepam; N05BA08; lexotan
chlordiazepoxide; N05BA02; librium
clorazepate; N05BA05; potassium clorazepate, clorazepate dipotassium, dipotassium clorazepate
clotiazepam; N05BA21;
cloxazolam; N05BA22;
oxazepam; N05BA04;
clobazam; N05BA09;
midazolam; N05CD08; dormicum
temazepam; N05CD07;
nitrazepam; N05CD02;
flunitrazepam; N05CD03;
flurazepam; N05CD01;
estazolam; N05CD04;
triazolam; N05CD05;
zolpidem; N05CF02;
zopiclone; N05CF01;
melatonin; N05CH01;
ramelteon; N05CH02;
buspirone; N05BE01;
hydroxyzine; N05BB01; atarax
amitriptyline; N06AA09; laroxyl, tryptizol, amitriptylline, amitryptiline, amitryptyline
imipramine; N06AA02; tofranil
clomipramine; N06AA04;
desipramine; N06AA01;
doxepin; N06AA12, D04AX01;
nortriptyline; N06AA10;
protriptyline; N06AA11;
trimipramine; N06AA06;
fluoxetine; N06AB03; prozac
sertraline; N06AB06; zoloft
paroxetine; N06AB05;
citalopram; N06AB04;
escitalopram; N06AB10; cipralex, lexapro
fluvoxamine; N06AB08;
venlafaxine; N06AX16; effexor
desvenlafaxine; N06AX23;
duloxetine; N06AX21;
milnacipran; N06AX17;
mirtazapine; N06AX11;
trazodone; N06AX05;
nefazodone; N06AX06;
bupropion; N06AX12;
isocarboxazid; N06AF01;
phenelzine; N06AF03;
tranylcypromine; N06AF04;
moclobemide; N06AG02;
selegiline; N04BD01;
rasagiline; N04BD02;
st john's wort; N06AX25; st johns wort, hypericum, hypericum perforatum
lithium; N05AN01; lithium carbonate
haloperidol; N05AD01; haldol, serenace
chlorpromazine; N05AA01; largactil
fluphenazine; N05AB02; modecate, fluphenazine decanoate
flupentixol; N05AF01; flupenthixol, fluanxol
zuclopenthixol; N05AF05; clopixol
trifluoperazine; N05AB06; stelazine
thioridazine; N05AC02;
mesoridazine; N05AC03;
pimozide; N05AG02;
droperidol; N05AD08, N01AX01;
sulpiride; N05AL01;
amisulpride; N05AL05;
risperidone; N05AX08; risperdal
paliperidone; N05AX13;
olanzapine; N05AH03; zyprexa
quetiapine; N05AH04; seroquel
clozapine; N05AH02;
aripiprazole; N05AX12;
ziprasidone; N05AE04;
levodopa; N04BA01;
carbidopa; ;
benserazide; ;
trihexyphenidyl; N04AA01; benzhexol, artane
biperiden; N04AA02;
benzatropine; N04AC01; benztropine
pramipexole; N04BC05;
amantadine; N04BB01;
donepezil; N06DA02; aricept
galantamine; N06DA04;
rivastigmine; N06DA03;
tacrine; N06DA01;
memantine; N06DX01;
methylphenidate; N06BA04; ritalin
dexmethylphenidate; N06BA11;
amfetamine; N06BA01; amphetamine
dexamfetamine; N06BA02; dextroamphetamine, dexamphetamine
metamfetamine; N06BA03; methamphetamine
atomoxetine; N06BA09;
benzfetamine; A08AA; benzphetamine
amfepramone; A08AA03; diethylpropion
phendimetrazine; A08AA;
phentermine; A08AA01;
modafinil; N06BA07;
piracetam; N06BX03;
nicotine; N07BA01;
varenicline; N07BA03;
disulfiram; N07BB01; antabuse
acamprosate; N07BB03;
neostigmine; N07AA01, S01EB06;
pyridostigmine; N07AA02;
ambenonium; N07AA30;
edrophonium; V04CX07;
physostigmine; V03AB19, S01EB05;
methacholine; V04CX03;
betahistine; N07CA01; serc
cinnarizine; N07CA02; stugeron
flunarizine; N07CA03;
salbutamol; R03AC02, R03CC02; albuterol, ventolin
salmeterol; R03AC12;
formoterol; R03AC13; eformoterol
indacaterol; R03AC18;
terbutaline; R03AC03, R03CC03; bricanyl
ipratropium; R03BB01, R01AX03; ipratropium bromide, atrovent
tiotropium; R03BB04; spiriva
beclometasone; R03BA01, R01AD01, D07AC15; beclomethasone, becotide, beclometasone dipropionate, beclomethasone dipropionate
budesonide; R03BA02, R01AD05, A07EA06; pulmicort
fluticasone; R03BA05, R01AD08, D07AC17; fluticasone propionate, flixotide, flixonase, fluticasone furoate
flunisolide; R03BA03, R01AD04;
ciclesonide; R03BA08;
mometasone; R01AD09, R03BA07, D07AC13; mometasone furoate
montelukast; R03DC03; singulair
zileuton; ;
theophylline; R03DA04;
aminophylline; R03DA05;
doxofylline; R03DA11;
cromoglicic acid; R03BC01, R01AC01, S01GX01; sodium cromoglycate, cromolyn, cromoglycate, sodium cromoglicate
chlorphenamine; R06AB04; chlorpheniramine, piriton, chlorpheniramine maleate
promethazine; R06AD02, D04AA10; phenergan
cyproheptadine; R06AX02;
diphenhydramine; R06AA02, D04AA32; benadryl
dimenhydrinate; R06AA11;
doxylamine; R06AA09;
triprolidine; R06AX07;
dexchlorpheniramine; R06AB02;
brompheniramine; R06AB01;
cetirizine; R06AE07; zyrtec
levocetirizine; R06AE09; xyzal
loratadine; R06AX13; claritin, clarityn
desloratadine; R06AX27; aerius
fexofenadine; R06AX26; telfast
terfenadine; R06AX12;
astemizole; R06AX11; hismanal
ketotifen; R06AX17, S01GX08;
cyclizine; R06AE03;
meclozine; R06AE05; meclizine
azelastine; R01AC03, S01GX07;
pseudoephedrine; R01BA02;
phenylephrine; R01BA03, R01AA04, C01CA06, S01FB01;
xylometazoline; R01AA07; otrivin, otrivine
oxymetazoline; R01AA05;
dextromethorphan; R05DA09;
noscapine; R05DA07;
pholcodine; R05DA08;
bromhexine; R05CB02;
ambroxol; R05CB06;
carbocisteine; R05CB03; carbocysteine
acetylcysteine; R05CB01, V03AB23, S01XA08; n-acetylcysteine, nac
guaifenesin; R05CA03; guaiphenesin
ammonium chloride; G04BA01, B05XA04;
menthol; ; levomenthol
lidocaine; N01BB02, C01BB01, D04AB01, R02AD02, S01HA07, C05AD01; lignocaine, xylocaine
bupivacaine; N01BB01; marcaine
ropivacaine; N01BB09;
prilocaine; N01BB04;
mepivacaine; N01BB03;
articaine; N01BB08;
procaine; N01BA02, S01HA05; novocaine
benzocaine; N01BA05, D04AB04, R02AD01;
tetracaine; N01BA03, S01HA03, D04AB06; amethocaine
proxymetacaine; S01HA04; proparacaine
cocaine; N01BC01, R02AD03, S01HA01;
ketamine; N01AX03; ketalar
propofol; N01AX10; diprivan
thiopental; N01AF03; thiopentone
etomidate; N01AX07;
isoflurane; N01AB06;
sevoflurane; N01AB08;
halothane; N01AB01;
nitrous oxide; N01AX13; entonox
suxamethonium; M03AB01; succinylcholine
rocuronium; M03AC09;
vecuronium; M03AC03;
atracurium; M03AC04;
`)
