import { nameRows } from './rows.ts'

/** Kidney, genitals, pregnancy, newborn and malformations: name; ICD-10; other names. */
export const pelvis = nameRows(`
acute nephritis; N00.9; acute glomerulonephritis, AGN
nephrotic syndrome; N04.9; protein loss with swelling
acute kidney infection; N10; pyelonephritis, kidney infection
acute pyelonephritis; N10;
chronic pyelonephritis; N11.9;
acute kidney injury; N17.9; acute renal failure, AKI, renal failure
chronic kidney disease; N18.9; CKD, chronic renal failure, insuffisance rénale chronique, chronic kidney insufficiency, chronic kidney failure
kidney stone; N20.0; renal calculus, nephrolithiasis, calcul rénal, calculus of kidney, renal stone
calculus of kidney and ureter; N20.2;
urinary bladder stone; N21.0;
calculus of lower urinary tract; N21.9;
renal colic; N23; kidney pain
bladder infection; N30.0; cystitis, acute cystitis, cystite, urinary bladder inflammation
urethritis; N34.1; urethral infection
urinary tract infection; N39.0; UTI, urine infection, water infection, maambukizi ya njia ya mkojo, infection urinaire, burning urine, painful urine
difficulty in urination; N39.1;
leaking urine; N39.4; urinary incontinence
disorder of urinary tract; N39.9;
enlarged prostate; N40; BPH, benign prostatic hyperplasia, tezi dume
acute prostatitis; N41.0;
prostatitis; N41.9; prostate infection
hydrocele; N43.3; busha, water around testis
spermatocele; N43.4;
torsion of testis; N44; twisted testicle, testicular torsion
epididymo-orchitis; N45.9; orchitis, epididymitis, testicle infection
male infertility; N46; low sperm count
tight foreskin; N47; phimosis
redundant prepuce and phimosis; N47;
balanitis; N48.1; balanoposthitis
erectile dysfunction; N48.4; impotence
inflammatory disorder of scrotum; N49.2;
swelling of scrotum; N50.8;
solitary cyst of breast; N60.0;
diffuse cystic mastopathy; N60.1;
benign breast disease; N60.9; fibrocystic breast, breast pain cyclical
benign mammary dysplasia; N60.9;
breast infection; N61; mastitis, breast abscess
inflammatory disorder of breast; N61;
hypertrophy of breast; N62;
lump in breast; N63; breast lump, breast mass
fat necrosis of breast; N64.1;
breast pain; N64.4; mastodynia, pain of breast, pain in breast
infection of tubes and ovaries; N70.9; salpingitis, salpingo-oophoritis
inflammatory disease of uterus; N71.9; uterine inflammatory disease
cervicitis; N72; inflamed cervix
inflammatory disease of the cervix; N72;
female pelvic peritoneal adhesions; N73.6;
adhesions of uterus; N73.6;
pelvic inflammatory disease; N73.9; PID, pelvic infection
disease of Bartholin's gland; N75.9;
vaginitis; N76.0; bacterial vaginosis, BV, vaginal infection, vaginite
vaginitis and vulvovaginitis; N76.0;
acute vaginitis; N76.0;
vaginal ulcer; N76.5;
endometriosis of uterus; N80.0; adenomyosis
endometriosis; N80.9; endométriose
cystocele; N81.1;
incomplete uterovaginal prolapse; N81.2;
complete uterovaginal prolapse; N81.3; complete uterine prolapse
prolapse of womb; N81.4; uterine prolapse
uterovaginal prolapse; N81.4;
vaginal enterocele; N81.5;
genital prolapse; N81.9;
vesico-vaginal fistula; N82.0; vesicovaginal fistula
ureterovaginal fistula; N82.1;
follicular cyst of ovary; N83.0;
corpus luteum cyst; N83.1;
ovarian cyst; N83.2; cyst of ovary, kyste ovarien
ruptured ovarian cyst; N83.2;
torsion of ovary; N83.5;
haematosalpinx; N83.6;
noninflammatory disorder of ovary; N83.9;
polyp of corpus uteri; N84.0;
polyp of cervix; N84.1;
non-involution of uterus; N85.3;
intrauterine synechiae; N85.6;
abnormal pap smear; N87.0;
lesion of cervix; N88.9; cervical lesion
vaginal discharge; N89.8; leucorrhoea, discharge PV
leukorrhea; N89.8;
foul smelling vaginal discharge; N89.8;
noninflammatory disorder of vagina; N89.9;
secondary physiologic amenorrhea; N91.1;
missed periods; N91.2; amenorrhoea, no menses
lactational amenorrhea; N91.2;
hypomenorrhea; N91.5;
oligomenorrhea; N91.5;
heavy periods; N92.0; menorrhagia, heavy menstrual bleeding, hypermenorrhoea
menometrorrhagia; N92.1;
menstrual period late; N92.5;
irregular periods; N92.6; irregular menses, irregular menstrual cycle
menstrual dysfunction; N92.6;
menstrual disorder; N92.6;
dysfunctional uterine bleeding; N93.8;
abnormal vaginal bleeding; N93.9; AUB, DUB, PV bleeding, uterine bleeding
vaginal bleeding; N93.9;
dyspareunia; N94.1;
secondary dysmenorrhoea; N94.5;
period pain; N94.6; dysmenorrhoea, menstrual cramps, maumivu ya hedhi
haematocolpos; N94.8;
menopause; N95.1; hot flushes, menopausal symptoms
female infertility; N97.9; cannot conceive, infertility, utasa
secondary female infertility; N97.9;
tubal abortion; O00.1;
ectopic pregnancy; O00.9; tubal pregnancy, grossesse extra-utérine
benign hydatidiform mole; O01.9;
missed miscarriage; O02.1; missed abortion, delayed miscarriage
incomplete spontaneous abortion with hemorrhage; O03.1;
miscarriage; O03.9; spontaneous abortion, pregnancy loss, kuharibika kwa mimba, fausse couche
Self-Induced abortion; O05.9;
incomplete abortion; O06.4;
abortion with sepsis; O06.5; septic abortion
abortion; O06.9; termination of pregnancy unspecified
complete abortion; O06.9;
failed medical abortion; O07.1; incomplete provoked abortion with hemorrhage
failed abortion; O07.4;
failed attempted abortion; O07.9;
pre-existing hypertension in obstetric context; O10.0;
high blood pressure of pregnancy; O13; gestational hypertension, pregnancy-induced hypertension, PIH, pregnancy associated hypertension
HELLP syndrome; O14.2;
pre-eclampsia; O14.9; preeclampsia, toxaemia of pregnancy, prééclampsie
antepartum eclampsia; O15.0;
eclampsia in puerperium; O15.2;
eclampsia; O15.9; fits in pregnancy, kifafa cha mimba, éclampsie
hypertension complicating pregnancy; O16;
threatened miscarriage; O20.0; threatened abortion, bleeding in early pregnancy
early pregnancy haemorrhage; O20.9;
haemorrhage in early pregnancy; O20.9;
delivered hemorrhage in early pregnancy; O20.9;
morning sickness; O21.0; hyperemesis, vomiting in pregnancy, nausea of pregnancy
hyperemesis gravidarum; O21.0;
thrombosis complicating pregnancy and/or puerperium; O22.9;
urine infection in pregnancy; O23.4; UTI in pregnancy
urinary tract infection in pregnancy; O23.4;
diabetes in pregnancy; O24.9; gestational diabetes, GDM
diabetes with pregnancy; O24.9;
triplet pregnancy; O30.1;
malpresentation of fetus; O32.9;
cephalopelvic disproportion; O33.9;
nonreassuring fetal heart rate pattern; O36.3;
intrauterine death; O36.4; IUFD, baby died in womb
no fetal movements; O36.8;
decreased fetal movements; O36.8;
polyhydramnios; O40;
oligohydramnios; O41.0;
chorioamnionitis; O41.1;
infection of amniotic cavity; O41.1;
anamnios; O41.8; no amniotic fluid
bloodstained amniotic fluid; O41.8;
waters broke early; O42.9; premature rupture of membranes, PROM
amniotic fluid leaking; O42.9;
placental abnormality; O43.1;
placenta accreta; O43.2;
placenta increta; O43.2;
placenta percreta; O43.2;
placenta praevia with bleeding; O44.1; low-lying placenta bleeding
haemorrhage from placenta previa; O44.1;
placenta praevia; O44.1;
placental abruption; O45.9; abruptio placentae, premature separation of placenta
bleeding before birth; O46.9; antepartum haemorrhage, APH
false labour; O47.9; Braxton hicks
preterm labour; O60.0; premature labour
incomplete rotation of fetal head; O64.0;
cord around neck with compression; O69.1; nuchal cord with compression, umbilical cord tight around neck
short umbilical cord; O69.3;
vasa praevia; O69.4;
retained placenta; O72.0;
bleeding after birth; O72.1; postpartum haemorrhage, PPH
infection after birth; O85; puerperal sepsis, childbed fever, puerperal septicemia, puerperal fever
peripartum cardiomyopathy; O90.3;
mastitis of breastfeeding; O91.2; breastfeeding mastitis
malaria in pregnancy; O98.6; malaria complicating pregnancy
anaemia in pregnancy; O99.0; low hb in pregnancy
anemia of pregnancy; O99.0;
peripartum infection in newborn; P00.2; peripartum infection in neonate
spontaneous rupture of membranes; P01.1;
foetus small-for-dates; P05.0; small for gestational age
fetal growth restriction; P05.9; intrauterine growth retardation
low birth weight; P07.1; LBW
extreme prematurity; P07.2;
preterm baby; P07.3; premature baby, prematurity
exceptionally large baby; P08.0; fetal macrosomia
post-term infant; P08.2;
fetal cephalhaematoma; P12.0; cephalohematoma in newborn, fetal cephalohematoma
meconium staining; P20.9;
fetal distress; P20.9;
birth asphyxia; P21.9; neonatal asphyxia
acute respiratory distress syndrome; P22.0;
neonatal RDS; P22.0;
transient tachypnoea of newborn; P22.1;
perinatal respiratory distress; P22.9;
congenital pneumonia; P23.9;
meconium aspiration; P24.0;
neonatal aspiration of amniotic fluid; P24.1;
neonatal aspiration syndrome; P24.9;
fetal and newborn aspiration; P24.9;
bronchopulmonary dysplasia of newborn; P27.1; neonatal BPD
apnea of newborn; P28.4;
neonatal cardiac failure; P29.0;
persistent fetal circulation; P29.3;
newborn sepsis; P36.9; neonatal sepsis, NNS
neonatal septicemia; P36.9;
congenital malaria; P37.4;
neonatal candidiasis; P37.5;
infected cord stump; P38; omphalitis, umbilical sepsis
omphalitis of the newborn; P38; infection of umbilical cord stump
eye infection of newborn; P39.1; ophthalmia neonatorum, neonatal conjunctivitis, conjunctivitis of newborn
neonatal skin infection; P39.4;
haemorrhagic disease of newborn; P53;
neonatal haematemesis; P54.0;
perinatal gastrointestinal haemorrhage; P54.3; neonatal gastrointestinal hemorrhage
perinatal cutaneous haemorrhage; P54.5; neonatal cutaneous hemorrhage
kernicterus of newborn; P57.9;
newborn jaundice; P59.9; neonatal jaundice, yellow baby
anaemia of prematurity; P61.2;
neonatal dehydration; P74.1;
convulsions in the newborn; P90; neonatal seizures
hypoxic ischemic encephalopathy of newborn; P91.6;
vomiting in newborn; P92.0;
feeding problem of newborn; P92.9; poor breastfeeding
death foetal; P95; fetal death
macerated stillbirth; P95;
neonatal death; P96.8;
stillbirth; P96.9;
fresh stillbirth; P96.9;
microcephalus; Q02; microcephaly
congenital anomaly of spinal cord; Q06.9; congenital malformation of spinal cord
double outlet right ventricle; Q20.1;
transposition of great vessels; Q20.3; discordant ventriculoarterial connection, transposition of the great arteries
hole in the heart; Q21.0; ventricular septal defect, VSD
patent foramen ovale; Q21.1;
atrial septal defect; Q21.1;
atrioventricular canal defect; Q21.2;
tetralogy of fallot; Q21.3;
Ebstein's anomaly; Q22.5; ebstein malformation of tricuspid valve
congenital heart disease; Q24.9; CHD, heart defect from birth
patent ductus arteriosus; Q25.0;
pulmonary artery stenosis; Q25.6;
cleft palate; Q35.9;
cleft lip; Q36.9;
cleft lip and palate; Q37.9; harelip
congenital pyloric stenosis; Q40.0;
congenital stenosis of small intestine; Q41.9;
congenital absence; Q42.9;
Meckel's diverticulum; Q43.0;
Hirschsprung's disease; Q43.1;
imperforate hymen; Q52.3;
Mayer-Rokitansky-Kuster-Hauser syndrome; Q52.8; Mayer-Rokitansky syndrome
undescended testis; Q53.9; cryptorchidism
undescended testicle; Q53.9;
hypospadias; Q54.9;
unilateral congenital dislocation of hip; Q65.0;
bilateral congenital dislocation of hip; Q65.1;
clubfoot; Q66.0; talipes, CTEV, talipes equinovarus, club foot
congenital pes cavus; Q66.7;
congenital deformity of hand; Q68.1;
polydactyly; Q69.9;
syndactyly; Q70.9;
congenital anomaly of limb; Q74.9;
omphalocele; Q79.2;
gastroschisis; Q79.3;
prune belly syndrome; Q79.4;
congenital anomaly of musculoskeletal system; Q79.9; congenital malformation of musculoskeletal system
verrucous epidermal nevus; Q82.5;
palmoplantar keratoderma; Q82.8;
thyroglossal duct cyst; Q89.2;
congenital malformation; Q89.9;
congenital abnormality; Q89.9;
Down syndrome; Q90.9; trisomy 21, complete trisomy 21 syndrome
`)
