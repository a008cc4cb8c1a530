import { substanceRows } from './rows.ts'

/** Skin, hormones, women's and men's health, cancer and immunity, eyes, antidotes, contrast media, vaccines. Codes: WHO ATC 2025. */
export const others = substanceRows(`
prednisolone; H02AB06, D07AA03, S01BA04; predsol
prednisone; H02AB07;
methylprednisolone; H02AB04, D07AA01; solu-medrol, medrol, depo-medrol
hydrocortisone; H02AB09, D07AA02, S01BA02, C05AA01; solu-cortef, cortisol, hydrocort
dexamethasone; H02AB02, D07AB19, S01BA01, S02BA06; decadron, dexamethasone sodium phosphate
betamethasone; H02AB01, D07AC01, S01BA06; betnovate, betamethasone valerate
triamcinolone; H02AB08, D07AB09, R01AD11; kenalog, triamcinolone acetonide
fludrocortisone; H02AA02;
clobetasol; D07AD01; dermovate, clobetasol propionate
clobetasone; D07AB01;
fluocinolone; D07AC04; fluocinolone acetonide
corticotropin; H01AA01; acth
levothyroxine; H03AA01; thyroxine, eltroxin, l-thyroxine, synthroid
liothyronine; H03AA02;
liotrix; H03AA03;
carbimazole; H03BB01; neomercazole
thiamazole; H03BB02; methimazole
propylthiouracil; H03BA02; ptu
potassium iodide; H03CA, R05CA02;
oxytocin; H01BB02; syntocinon
carbetocin; H01BB03;
vasopressin; H01BA01;
desmopressin; H01BA02;
octreotide; H01CB02;
glucagon; H04AA01;
ergometrine; G02AB03; ergonovine
methylergometrine; G02AB01; methylergonovine, methergine
mifepristone; G03XB01;
dinoprostone; G02AD02;
bromocriptine; G02CB01, N04BC01;
cabergoline; G02CB03, N04BC06;
ethinylestradiol; G03CA01; ethinyl estradiol, ethinyloestradiol
mestranol; ;
estradiol; G03CA03; oestradiol, estradiol valerate
conjugated estrogens; G03CA57; premarin
levonorgestrel; G03AC03, G03AD01; postinor, mirena, liletta, kyleena, jadelle, norplant, p2, emergency pill
norgestrel; ;
norethisterone; G03AC01, G03DC02; norethindrone, primolut, jolivette, camila, errin, norethisterone enanthate
norgestimate; ;
desogestrel; G03AC09;
drospirenone; G03AC10;
dienogest; G03DB08;
gestodene; ;
etonogestrel; G03AC08; implanon, nexplanon
etynodiol; G03DC06, G03AC; ethynodiol, ethynodiol diacetate
noretynodrel; ; norethynodrel
norelgestromin; ;
medroxyprogesterone; G03AC06, G03DA02; depo-provera, dmpa, medroxyprogesterone acetate, sayana press, provera
progesterone; G03DA04;
dydrogesterone; G03DB01; duphaston
ulipristal; G03AD02;
clomifene; G03GB02; clomiphene, clomid
letrozole; L02BG04;
anastrozole; L02BG03;
testosterone; G03BA03;
cyproterone; G03HA01;
danazol; G03XA01;
raloxifene; G03XC01;
tamoxifen; L02BA01;
finasteride; G04CB01;
dutasteride; G04CB02;
tamsulosin; G04CA02;
alfuzosin; G04CA01;
sildenafil; G04BE03; viagra
tadalafil; G04BE08; cialis
vardenafil; G04BE09;
oxybutynin; G04BD04;
tolterodine; G04BD07;
solifenacin; G04BD08;
phenazopyridine; G04BX06;
potassium citrate; A12BA02; citro soda, alkaline citrate
flavoxate; G04BD02;
methotrexate; L04AX03, L01BA01; mtx
azathioprine; L04AX01; imuran
mercaptopurine; L01BB02; 6-mercaptopurine
ciclosporin; L04AD01, S01XA18; cyclosporine, cyclosporin, sandimmun
tacrolimus; L04AD02, D11AH01;
sirolimus; L04AH01;
everolimus; L04AH02, L01EG02;
mycophenolic acid; L04AA06; mycophenolate, mycophenolate mofetil, cellcept
leflunomide; L04AK01;
adalimumab; L04AB04; humira
infliximab; L04AB02;
rituximab; L01FA01;
trastuzumab; L01FD01;
hydroxycarbamide; L01XX05; hydroxyurea, hydrea
cyclophosphamide; L01AA01;
cisplatin; L01XA01;
carboplatin; L01XA02;
oxaliplatin; L01XA03;
paclitaxel; L01CD01;
docetaxel; L01CD02;
etoposide; L01CB01;
vincristine; L01CA02;
vinblastine; L01CA01;
doxorubicin; L01DB01; adriamycin
bleomycin; L01DC01;
fluorouracil; L01BC02; 5-fluorouracil, 5-fu
capecitabine; L01BC06;
gemcitabine; L01BC05;
irinotecan; L01CE02;
procarbazine; L01XB01;
dacarbazine; L01AX04;
imatinib; L01EA01;
vandetanib; L01EX04;
arsenic trioxide; L01XX27;
leuprorelin; L02AE02; leuprolide
goserelin; L02AE03;
bicalutamide; L02BB03;
folinic acid; V03AF03; leucovorin, calcium folinate, leucovorin calcium
filgrastim; L03AA02;
interferon alfa; L03AB01;
thalidomide; L04AX02;
lenalidomide; L04AX04;
isotretinoin; D10BA01, D10AD04; roaccutane
acitretin; D05BB02;
tretinoin; D10AD01, L01XF01;
adapalene; D10AD03;
benzoyl peroxide; D10AE01;
azelaic acid; D10AX03;
calamine; D02AB; calamine lotion
zinc oxide; C05AX04, D02AB;
povidone iodine; D08AG02, D11AC06, G01AX11, R02AA15, S01AX18; betadine
chlorhexidine; D08AC02, A01AB03, B05CA02, R02AA05, S01AX09; hibitane
gentian violet; D08A; methylrosanilinium
hydrogen peroxide; D08AX01, A01AB02, S02AA06;
potassium permanganate; D08AX06;
whitfield's ointment; D01AE20; whitfield ointment, whitfields ointment, whitfield
selenium sulfide; D01AE13; selenium sulphide
coal tar; D05AA;
urea; D02AE01;
crotamiton; D04AX, P03A;
podophyllotoxin; D06BB04; podophyllin
imiquimod; D06BB10;
petroleum jelly; D02AC; white soft paraffin, emulsifying ointment, aqueous cream
hydroquinone; D11AX11;
pilocarpine; S01EB01, N07AX01;
latanoprost; S01EE01; xalatan
dorzolamide; S01EC03;
brimonidine; S01EA05;
acetazolamide; S01EC01; diamox
tropicamide; S01FA06;
cyclopentolate; S01FA04;
hypromellose; S01KA02; artificial tears, hydroxypropyl methylcellulose
carboxymethylcellulose; S01KA; carmellose
olopatadine; S01GX09;
naphazoline; S01GA01, R01AA08;
fluorescein; S01JA01;
succimer; V03AB; dmsa
dimercaprol; V03AB09;
deferoxamine; V03AC01; desferrioxamine, desferal
deferasirox; V03AC03;
pralidoxime; V03AB04;
flumazenil; V03AB25;
fomepizole; V03AB34;
methylthioninium chloride; V03AB17; methylene blue, methylthioninium
prussian blue; V03AB31;
sodium nitrite; V03AB08;
protamine; V03AB14; protamine sulphate
oxygen; V03AN01;
amidotrizoic acid; V08AA01; diatrizoate, amidotrizoate, gastrografin, urografin
iohexol; V08AB02; omnipaque
iopamidol; V08AB04;
iopromide; V08AB05; ultravist
iodixanol; V08AB09;
barium sulfate; V08BA01; barium sulphate
sevelamer; V03AE02;
bcg vaccine; J07AN01; bcg
tetanus toxoid; J07AM01; tetanus vaccine, tt vaccine, td vaccine, tetanus diphtheria vaccine
tetanus immunoglobulin; J06BB02; tetanus antitoxin, tig, ats
rabies vaccine; J07BG01; anti-rabies vaccine, antirabies vaccine, rabipur, verorab
rabies immunoglobulin; J06BB05;
hepatitis b vaccine; J07BC01; hep b vaccine, engerix
hepatitis a vaccine; J07BC02;
pentavalent vaccine; J07CA; dtp-hepb-hib vaccine
dtp vaccine; J07AJ; dpt vaccine, dtap vaccine, tdap vaccine
polio vaccine; J07BF; opv, ipv, oral polio vaccine
measles rubella vaccine; J07BD; mr vaccine, measles vaccine, mmr vaccine, mmr
pneumococcal vaccine; J07AL; pcv, pcv10, pcv13, pneumococcal conjugate vaccine
rotavirus vaccine; J07BH; rotarix
hpv vaccine; J07BM; gardasil, cervarix, human papillomavirus vaccine
influenza vaccine; J07BB; flu vaccine
meningococcal vaccine; J07AH;
typhoid vaccine; J07AP; typhim vi
cholera vaccine; J07AE;
yellow fever vaccine; J07BL01;
varicella vaccine; J07BK01;
malaria vaccine; J07XA; rts,s vaccine
covid-19 vaccine; J07BN; covid vaccine
anti-d immunoglobulin; J06BB01; anti d, rhogam, rho(d) immunoglobulin
snake venom antiserum; J06AA03; antivenom, anti snake venom, polyvalent antivenom
diphtheria antitoxin; J06AA01; equine diphtheria antitoxin
cough mixture; R05; cough syrup, cough linctus, cough expectorant, cough preparation
cold remedy; R05; flu remedy, cold and flu, cold cap
`)

/** Names that say what a product is for and not what is in it: known as an item, unknown as to its contents. */
export const unspecified: readonly string[] = ['cough mixture', 'cold remedy']
