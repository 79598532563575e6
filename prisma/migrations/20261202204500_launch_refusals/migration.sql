-- AlterTable
ALTER TABLE "capacity_sample" ADD COLUMN     "refused_by_nodes" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "refused_by_quota" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "capacity_refusals" ADD COLUMN     "by_nodes" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "by_quota" INTEGER NOT NULL DEFAULT 0;
