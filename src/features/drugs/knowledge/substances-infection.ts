import { substanceRows } from './rows.ts'

/** Against bacteria, mycobacteria, viruses, fungi and parasites. Names: INN; codes: WHO ATC 2025. */
export const infection = substanceRows(`
amoxicillin; J01CA04; amoxycillin, amoxil, amoxyl, amoxi, amoxillin
ampicillin; J01CA01; penbritin
cloxacillin; J01CF02; orbenin, cloxa
flucloxacillin; J01CF05; floxapen, flucloxacilin, fluclox
dicloxacillin; J01CF01;
oxacillin; J01CF04;
phenoxymethylpenicillin; J01CE02; penicillin v, pen v, penicillin vk, pen vk, penicillin v potassium
benzylpenicillin; J01CE01, S01AA14; penicillin g, crystalline penicillin, x-pen, xpen, crystapen, benzyl penicillin, penicillin g sodium, benz pen
benzathine benzylpenicillin; J01CE08; benzathine penicillin, benzathine penicillin g, penadur, bicillin, benzathine benzyl penicillin, penicillin benzathine, benzathine
procaine benzylpenicillin; J01CE09; procaine penicillin, procaine penicillin g, ppf, procaine benzyl penicillin
piperacillin; J01CA12;
ticarcillin; J01CA13;
pivmecillinam; J01CA08;
mecillinam; J01CA11;
clavulanic acid; ; clavulanate, clavulanate potassium, clavulanic
tazobactam; J01CG02;
sulbactam; J01CG01;
cefalexin; J01DB01; cephalexin, keflex, cefalexine
cefadroxil; J01DB05; cephadroxil
cefazolin; J01DB04; cephazolin
cefradine; J01DB09; cephradine
cefuroxime; J01DC02; zinnat, zinacef, cefuroxime axetil
cefaclor; J01DC04;
cefprozil; J01DC10;
cefoxitin; J01DC01;
cefotaxime; J01DD01; claforan
ceftazidime; J01DD02; fortum
ceftriaxone; J01DD04; rocephin, ceftriaxon
cefixime; J01DD08; suprax
cefpodoxime; J01DD13; cefpodoxime proxetil
cefdinir; J01DD15;
cefditoren; J01DD16;
cefoperazone; J01DD12;
cefepime; J01DE01;
ertapenem; J01DH03;
meropenem; J01DH02; meronem
imipenem; ;
cilastatin; ;
aztreonam; J01DF01;
sulfamethoxazole; J01EC01; sulphamethoxazole
trimethoprim; J01EA01;
sulfadiazine; J01EC02; sulphadiazine
silver sulfadiazine; D06BA01; silver sulphadiazine, flamazine, ssd cream, burnazin
sulfadoxine; ; sulphadoxine
pyrimethamine; P01BD01; daraprim
dapsone; J04BA02, D10AX05;
erythromycin; J01FA01, D10AF02, S01AA17; erythrocin, erythromycine, erythro
azithromycin; J01FA10, S01AA26; zithromax, azithral, azithromycine, azithro
clarithromycin; J01FA09; klacid, klaricid, clarithro
roxithromycin; J01FA06;
spiramycin; J01FA02;
telithromycin; J01FA15; ketek
clindamycin; J01FF01, D10AF01, G01AA10; dalacin, dalacin c
lincomycin; J01FF02; lincocin
gentamicin; J01GB03, D06AX07, S01AA11, S02AA14; gentamycin, genticin, genta
amikacin; J01GB06, D06AX12, S01AA21;
streptomycin; J01GA01;
kanamycin; J01GB04, A07AA08;
tobramycin; J01GB01, S01AA12; tobrex
neomycin; J01GB05, A07AA01, D06AX04; neomycin sulphate
framycetin; D09AA01, R01AX08, S01AA07;
ciprofloxacin; J01MA02, S01AE03, S02AA15, S03AA07; cipro, ciproxin, ciprobay
levofloxacin; J01MA12, S01AE05; tavanic, levaquin
moxifloxacin; J01MA14, S01AE07; avelox
norfloxacin; J01MA06, S01AE02;
ofloxacin; J01MA01, S01AE01, S02AA16;
gatifloxacin; J01MA16, S01AE06;
sparfloxacin; J01MA09;
nalidixic acid; J01MB02;
doxycycline; J01AA02, A01AB22; vibramycin, doxycyclin, doxy
tetracycline; J01AA07, A01AB13, D06AA04, S01AA09; teo, tetracyclin
oxytetracycline; J01AA06, D06AA03, S01AA04;
minocycline; J01AA08;
tigecycline; J01AA12;
chloramphenicol; J01BA01, D06AX02, S01AA01, S02AA01; chloromycetin
vancomycin; J01XA01, A07AA09;
teicoplanin; J01XA02;
linezolid; J01XX08; zyvox
colistin; J01XB01, A07AA10;
fosfomycin; J01XX01; monurol
nitrofurantoin; J01XE01; macrodantin, macrobid, nitrofurantoin macrocrystals
metronidazole; P01AB01, J01XD01, A01AB17, D06BX01, G01AF01; flagyl, metrogyl
tinidazole; P01AB02, J01XD02; fasigyn
secnidazole; P01AB07;
ornidazole; P01AB03, J01XD03;
fusidic acid; J01XC01, D06AX01, S01AA13; fucidin, sodium fusidate
mupirocin; D06AX09, R01AX06; bactroban
bacitracin; D06AX05, J01XX10;
polymyxin b; J01XB02, S01AA18;
spectinomycin; J01XX04;
rifaximin; A07AA11, D06AX11;
fidaxomicin; A07AA12;
rifampicin; J04AB02; rifampin, rimactane
rifabutin; J04AB04;
rifapentine; J04AB05; priftin
isoniazid; J04AC01; isoniazide
pyrazinamide; J04AK01;
ethambutol; J04AK02;
ethionamide; J04AD03;
prothionamide; J04AD01; protionamide
cycloserine; J04AB01;
terizidone; J04AK03;
para-aminosalicylic acid; J04AA01; p-aminosalicylic acid, 4-aminosalicylic acid
bedaquiline; J04AK05; sirturo
delamanid; J04AK06; deltyba
pretomanid; J04AK08;
clofazimine; J04BA01; lamprene
aciclovir; J05AB01, D06BB03, S01AD03; acyclovir, zovirax
valaciclovir; J05AB11; valacyclovir, valtrex
famciclovir; J05AB09;
ganciclovir; J05AB06, S01AD09;
valganciclovir; J05AB14;
oseltamivir; J05AH02; tamiflu
ribavirin; J05AP01;
sofosbuvir; J05AP08;
daclatasvir; J05AP07;
ledipasvir; ;
velpatasvir; ;
zidovudine; J05AF01; azt, zdv
lamivudine; J05AF05; 3tc
stavudine; J05AF04; d4t
didanosine; J05AF02; ddi
abacavir; J05AF06; abc, ziagen
emtricitabine; J05AF09; ftc, emtriva
tenofovir disoproxil; J05AF07; tenofovir, tdf, tenofovir disoproxil fumarate, viread
tenofovir alafenamide; J05AF13; taf, vemlidy
entecavir; J05AF10;
nevirapine; J05AG01; nvp, viramune
efavirenz; J05AG03; efv, stocrin
etravirine; J05AG04; etv
rilpivirine; J05AG05;
doravirine; J05AG06;
dolutegravir; J05AJ03; dtg, tivicay
raltegravir; J05AJ01; ral, isentress
bictegravir; ;
cabotegravir; J05AJ04;
lopinavir; ; lpv
ritonavir; J05AE03; rtv, norvir
atazanavir; J05AE08; atv, reyataz
darunavir; J05AE10; drv, prezista
saquinavir; J05AE01;
indinavir; J05AE02;
nelfinavir; J05AE04;
amprenavir; J05AE05;
fosamprenavir; J05AE07;
tipranavir; J05AE09;
cobicistat; V03AX03;
maraviroc; J05AX09;
nirmatrelvir; ;
fluconazole; J02AC01, D01AC15; diflucan, fluconazol
itraconazole; J02AC02; sporanox
ketoconazole; J02AB02, D01AC08, G01AF11; nizoral
voriconazole; J02AC03; vfend
posaconazole; J02AC04;
amphotericin b; J02AA01, A01AB04; amphotericin, fungizone, ambisome, amphotericin b liposomal
flucytosine; J02AX01;
griseofulvin; D01BA01, D01AA08; grisovin
terbinafine; D01BA02, D01AE15; lamisil
nystatin; A07AA02, A01AB33, D01AA01, G01AA01; nystan, mycostatin
clotrimazole; D01AC01, A01AB18, G01AF02; canesten, candid
miconazole; J02AB01, A01AB09, D01AC02, G01AF04; daktarin
econazole; D01AC03, G01AF05; pevaryl
bifonazole; D01AC10;
butoconazole; G01AF15;
luliconazole; D01AC18;
oxiconazole; D01AC11, G01AF17;
sertaconazole; D01AC14, G01AF19;
tioconazole; D01AC07, G01AF08;
isoconazole; D01AC05, G01AF07;
artemether; P01BE02;
lumefantrine; ;
artesunate; P01BE03; artesun
dihydroartemisinin; P01BE05; artenimol
piperaquine; ;
amodiaquine; P01BA06;
chloroquine; P01BA01;
hydroxychloroquine; P01BA02; plaquenil
primaquine; P01BA03;
tafenoquine; P01BA07;
quinine; P01BC01; quinine sulphate, quinine dihydrochloride
mefloquine; P01BC02; lariam
proguanil; P01BB01; paludrine
atovaquone; P01AX06;
halofantrine; P01BX01; halfan
albendazole; P02CA03; zentel, abz
mebendazole; P02CA01; vermox
levamisole; P02CE01; ketrax
pyrantel; P02CC01; pyrantel pamoate, pyrantel embonate, combantrin
praziquantel; P02BA01; biltricide
niclosamide; P02DA01;
ivermectin; P02CF01, D11AX22; mectizan, stromectol
diethylcarbamazine; P02CB02; dec
triclabendazole; P02BX04;
oxamniquine; P02BA02;
nitazoxanide; P01AX11;
diloxanide; P01AC01; diloxanide furoate
pentamidine; P01CX01; pentamidine isethionate
sodium stibogluconate; P01CB02; pentostam
miltefosine; P01CX04;
permethrin; P03AC04;
benzyl benzoate; P03AX01; bbe
`)
